import { type Issue, Issues, wrong } from '../errors/issue.ts';
import type { AnyField } from './field.ts';
import { type ObjectOf, type Shape, whenAbsent } from './properties.ts';
import { isRecord } from './record.ts';

interface Member {
  readonly name: string;
  readonly property: AnyField;
  /** The text before its value, if it is the first member or a later one. */
  readonly first: string;
  readonly next: string;
}

/** Prepares the properties of an object for the functions below. */
export function membersOf(shape: Shape): Member[] {
  return Object.entries(shape).map(([name, property]) => {
    const key = JSON.stringify(name);
    return { name, property, first: `{${key}:`, next: `,${key}:` };
  });
}

/** Writes an object. Skips omittable properties that are undefined. */
export function writeMembers(members: readonly Member[], value: ObjectOf<Shape>): string {
  let text = '';
  for (const { name, property, first, next } of members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined && property.isOmittable) continue;
    text += (text === '' ? first : next) + property.write(member);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Checks an object and writes it. */
export function writeValidMembers(members: readonly Member[], value: unknown): string | Issues {
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
}

/** Writes a property that has no value; returns nothing for an omittable one. */
function writeAbsent(property: AnyField, enclosing: unknown): string | Issues {
  const absent = whenAbsent(property, enclosing);
  if (absent instanceof Issues) return absent;
  return property.isOmittable ? '' : property.write(undefined);
}
