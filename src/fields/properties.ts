import { Issue, Issues, type Path, wrong } from '../issues/issue.ts';
import type { AnyField, ValueOf } from './field.ts';
import type { Fit } from './fit.ts';
import { isRecord } from './record.ts';

/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
export type Properties = readonly (readonly [name: string, property: AnyField])[];
/** The value of an object with these fields. */
export type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** The place of a value that nothing holds. */
export const nowhere: Path = [];

/**
 * Checks each declared property of `raw`; `enclosing` is what a missing one reports as its input, `place` what
 * holds them all. Only own properties count: `constructor` was not sent because every object has one. Nor was undefined,
 * which JSON cannot spell.
 */
export function parseProperties<S extends Shape>(
  properties: Properties,
  raw: Readonly<Record<string, unknown>>,
  enclosing: unknown,
  place: Path = nowhere,
  fit?: Fit,
): ObjectOf<S> | Issues {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  let sent = 0;
  // Taking a pair apart as an array takes several times as long.
  for (const { 0: name, 1: property } of properties) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const result = value === undefined ? whenAbsent(property, enclosing) : property.parse(value, fit);
    if (value !== undefined) sent++;
    if (result instanceof Issues) collectAt(result, issues, [...place, name], property);
    else if (result !== undefined)
      values[name] = result instanceof Issue ? result.within([...place, name]) : result;
  }
  fit?.count(sent);
  return Issues.of(issues) ?? (values as ObjectOf<S>);
}

function collectAt(found: Issues, into: Issue[], at: Path, { shownAs }: AnyField): void {
  found.collect(into, at, shownAs === undefined ? at : [...at.slice(0, -1), shownAs]);
}

function whenAbsent(property: AnyField, enclosing: unknown): unknown {
  return property.absent ? property.absent(enclosing) : wrong('missing', enclosing);
}

interface Member {
  readonly name: string;
  readonly property: AnyField;
  /** The text before its value where it is the first, and where it is not. */
  readonly first: string;
  readonly next: string;
}

function membersOf(properties: Properties): Member[] {
  return properties.map(([name, property]) => {
    const key = JSON.stringify(name);
    return { name, property, first: `{${key}:`, next: `,${key}:` };
  });
}

/** Compiles the writer of objects. It leaves out what may be left out and was. */
export function memberWriter(properties: Properties): (value: ObjectOf<Shape>) => string {
  const members = membersOf(properties);
  return (value) => {
    let text = '';
    for (const { name, property, first, next } of members) {
      const member = value[name];
      if (member === undefined && property.isOmittable) continue;
      text += (text === '' ? first : next) + property.write(member);
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

/** Compiles the same for values that have yet to be checked. */
export function validMemberWriter(properties: Properties): AnyField['writeValid'] {
  const members = membersOf(properties);
  return (value) => {
    if (!isRecord(value)) return wrong('model_attributes_type', value);
    const issues: Issue[] = [];
    let text = '';
    for (const { name, property, first, next } of members) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      const written = member === undefined ? writeAbsent(property, value) : property.writeValid(member);
      if (typeof written !== 'string') written.collect(issues, [name]);
      else if (written !== '') text += (text === '' ? first : next) + written;
    }
    return Issues.of(issues) ?? (text === '' ? '{}' : `${text}}`);
  };
}

/** Writes a property that has no value; nothing where it is left out. */
function writeAbsent(property: AnyField, enclosing: unknown): string | Issues {
  const absent = whenAbsent(property, enclosing);
  if (absent instanceof Issues) return absent;
  return property.isOmittable ? '' : property.write(undefined);
}
