import { Issue, Issues, type Path } from '../issues/issue.ts';
import { hold } from '../json/reader.ts';
import type { AnyField, ValueOf } from './field.ts';
import type { Fit } from './fit.ts';

/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
/** The value of an object with these fields. */
export type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** Checks the properties of `raw`; `enclosing` is what a missing one reports as its input, `place` what holds them all. */
export type PropertiesParser<S extends Shape> = (
  raw: Values,
  enclosing: unknown,
  place?: Path,
  fit?: Fit,
) => ObjectOf<S> | Issues;

type Values = Readonly<Record<string, unknown>>;

interface Property {
  readonly name: string;
  readonly field: AnyField;
  /** The one of the field. Fields are of many makes, and to find it in each of them takes longer. */
  readonly parse: AnyField['parse'];
}

/** The place of a value that nothing holds. */
export const nowhere: Path = [];

/**
 * Compiles the check of declared properties. Only own ones count: `constructor` was not sent because every object has one. Nor
 * was undefined, which JSON cannot spell. An object in which nothing is changed and nothing left out is its own value.
 */
export function propertiesParser<S extends Shape>(shape: S): PropertiesParser<S> {
  const properties = Object.entries(shape).map(([name, field]) => ({ name, field, parse: field.parse }));
  return (raw, enclosing, place = nowhere, fit) => {
    const keys = Object.keys(raw);
    let values: Record<string, unknown> | undefined;
    let issues: Issue[] | undefined;
    let sent = 0;
    for (const property of properties) {
      const { name, parse } = property;
      const value = keys[sent] === name || Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (value !== undefined) sent++;
      if (value === undefined && !property.field.absent) {
        issues ??= [];
        issues.push(missing(enclosing, [...place, name], property.field));
        continue;
      }
      const result = value === undefined ? property.field.absent?.(enclosing) : parse(value, fit);
      if (Object.is(result, value)) {
        if (values && value !== undefined) hold(values, name, value);
      } else if (result instanceof Issues) {
        issues ??= [];
        const at = [...place, name];
        result.collect(issues, at, shownPlace(at, property.field));
      } else {
        values ??= valuesUntil(property, properties, raw);
        hold(values, name, result instanceof Issue ? result.within([...place, name]) : result);
      }
    }
    const isWhole = keys.length === sent;
    fit?.count(sent, isWhole && properties.every((property) => isCounted(property, raw)));
    if (issues) return Issues.of(issues) as Issues;
    if (!isWhole) values ??= valuesUntil(undefined, properties, raw);
    return (values ?? raw) as ObjectOf<S>;
  };
}

/** Tells whether all that a property holds is counted: lists and dictionaries may hold what another kind of object knows. */
function isCounted({ name, field }: Property, raw: Values): boolean {
  return typeof raw[name] !== 'object' || raw[name] === null || 'shape' in field;
}

/** Copies the declared properties that were sent, up to one of them: nothing else is for a handler to see. */
function valuesUntil(end: Property | undefined, properties: readonly Property[], raw: Values) {
  const values: Record<string, unknown> = {};
  for (const property of properties) {
    if (property === end) break;
    const { name } = property;
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined) hold(values, name, value);
  }
  return values;
}

function missing(enclosing: unknown, at: Path, field: AnyField): Issue {
  return new Issue('missing', enclosing, undefined, { path: shownPlace(at, field), source: at });
}

/** The place of a property in replies, which may show another name for it. */
function shownPlace(at: Path, { shownAs }: AnyField): Path {
  return shownAs === undefined ? at : [...at.slice(0, -1), shownAs];
}
