import { Issue, Issues, type Path } from '../errors/issue.ts';
import { defined } from '../text/guards.ts';
import { hold } from '../text/json/reader.ts';
import { type AnyField, missing, type Shape, type ValueOf } from './field.ts';
import type { Fit } from './fit.ts';

export type { Shape };

/** The value of an object with these fields. */
export type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** Checks the properties of `raw`. A missing property reports `enclosing` as its input. `place` is the path of the object. */
type PropertiesParser<S extends Shape> = (
  raw: Values,
  enclosing: unknown,
  place?: Path,
  fit?: Fit,
) => ObjectOf<S> | Issues;

type Values = Readonly<Record<string, unknown>>;

interface Property {
  readonly name: string;
  readonly field: AnyField;
  /** The `parse` of the field. Fields have many shapes, and looking it up in each of them takes longer. */
  readonly parse: AnyField['parse'];
  /** True if it counts the properties inside it. Lists and dictionaries may hold objects that another kind knows better. */
  readonly countsAll: boolean;
  /** The last path of a value, and the place of the object that held it. */
  path: Path;
  place: Path;
}

/** The path of a value that nothing encloses. */
export const nowhere: Path = [];

/**
 * Compiles the check of declared properties. Inherited ones do not count: every object has a `constructor`, but nobody sent it.
 * Nor does undefined, which JSON cannot express. If nothing is changed or left out, the value is `raw` itself. `tag` is a
 * property that was already read to choose this parser.
 */
export function propertiesParser<S extends Shape>(shape: S, tag?: string): PropertiesParser<S> {
  const properties = Object.entries(shape).map(propertyOf);
  return (raw, enclosing, place = nowhere, fit) => {
    const keys = Object.keys(raw);
    const issues: Issue[] = [];
    let values: Record<string, unknown> | undefined;
    let sent = 0;
    let isCounted = true;
    for (const property of properties) {
      const { name, parse } = property;
      if (name === tag && keys[sent] === tag && !values) {
        sent++;
        continue;
      }
      const value = keys[sent] === name || Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (value !== undefined) sent++;
      if (typeof value === 'object' && value !== null && !property.countsAll) isCounted = false;
      const result = value === undefined ? whenAbsent(property.field, enclosing) : parse(value, fit);
      if (Object.is(result, value)) {
        if (values && value !== undefined) hold(values, name, value);
      } else if (result instanceof Issues) {
        collectAt(result, issues, pathOf(property, place), property.field);
      } else {
        values ??= valuesUntil(property, properties, raw);
        hold(values, name, result instanceof Issue ? result.within(pathOf(property, place)) : result);
      }
    }
    const isWhole = keys.length === sent;
    fit?.count(sent, isWhole && isCounted);
    if (!isWhole) values ??= valuesUntil(undefined, properties, raw);
    // Most objects have no issues, and are spared a call.
    if (issues.length === 0) return (values ?? raw) as ObjectOf<S>;
    return defined(Issues.of(issues));
  };
}

function propertyOf([name, field]: readonly [string, AnyField]): Property {
  return {
    name,
    field,
    parse: field.parse,
    countsAll: field.shape !== undefined,
    path: [name],
    place: nowhere,
  };
}

/** Returns the path of a value. Objects are nearly always at the same place, so it is made once. */
function pathOf(property: Property, place: Path): Path {
  if (property.place !== place) {
    property.place = place;
    property.path = [...place, property.name];
  }
  return property.path;
}

/** Copies the declared properties that were sent, up to `end`. Handlers must not see any others. */
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

function collectAt(found: Issues, into: Issue[], at: Path, { shownAs }: AnyField): void {
  found.collect(into, at, shownAs === undefined ? at : [...at.slice(0, -1), shownAs]);
}

/** Returns the value of a property that was not sent, or the issue that it is missing. */
export function whenAbsent(property: AnyField, enclosing: unknown): unknown {
  return property.absent ? property.absent(enclosing) : missing(property, enclosing);
}
