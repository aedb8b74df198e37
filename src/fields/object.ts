import { Issue, Issues, type Path, wrong } from '../issues/issue.ts';
import type { FieldDefinition, JsonSchema, Side } from './definition.ts';
import type { Definitions } from './definitions.ts';
import { type AnyField, type Field, field, type ValueOf } from './field.ts';
import { type Fit, NEAR } from './fit.ts';
import { isRecord } from './record.ts';
import { objectSamples } from './samples/object.ts';

export { isRecord };

const nowhere: Path = [];

/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
export type Properties = readonly (readonly [name: string, property: AnyField])[];
/** The value of an object with these fields. */
export type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** The name of an object, and what it does with properties that it does not know. */
export interface ObjectOptions {
  /** The name under which documents and unions know it. */
  readonly name?: string;
  /** The treatment of properties that the shape does not name; unless it says so, they are ignored. */
  readonly unknown?: 'ignore' | 'forbid';
}

/** The field of an object, whose shape tells what may be left out. */
export interface ObjectField<S extends Shape> extends Field<ObjectOf<S>> {
  readonly shape: S;
}

/** A JSON object with these properties. All that is wrong is reported, in their order. */
export function object<S extends Shape>(shape: S, options: ObjectOptions = {}): ObjectField<S> {
  const { name, unknown = 'ignore' } = options;
  const properties = Object.entries(shape);
  const allowed = unknown === 'forbid' ? new Set(Object.keys(shape)) : undefined;
  const describe = (side: Side, definitions: Definitions) => ({
    ...describeProperties(properties, side, definitions),
    ...(allowed && { additionalProperties: false }),
  });
  const parse = (raw: unknown, place: Path = nowhere, fit?: Fit) => {
    if (!isRecord(raw)) return wrong('model_attributes_type', raw).within(place);
    fit?.lower(NEAR);
    const value = parseProperties<S>(properties, raw, raw, place, fit);
    return allowed ? withoutOthers(value, raw, allowed, place) : value;
  };
  const definition: FieldDefinition<ObjectOf<S>> = {
    parse: (raw, fit) => parse(raw, nowhere, fit),
    parseAt: parse,
    write: memberWriter(properties),
    describe: (side, definitions) =>
      name === undefined ? describe(side, definitions) : definitions.refer(name, side, describe),
    typeName: () => name ?? 'object',
    samples: (like, open) => objectSamples(properties, unknown === 'forbid', like, open),
    ...(name !== undefined && { name }),
  };
  const own = allowed ? field(definition) : field(definition, validMemberWriter(properties));
  return { ...own, shape };
}

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

/** Adds an issue for each property that is not allowed. */
function withoutOthers<Value>(
  value: Value | Issues,
  raw: Readonly<Record<string, unknown>>,
  allowed: ReadonlySet<string>,
  place: Path,
): Value | Issues {
  const issues: Issue[] = [];
  for (const name of Object.keys(raw))
    if (!allowed.has(name)) wrong('extra_forbidden', raw[name]).collect(issues, [...place, name]);
  const others = Issues.of(issues);
  if (!(value instanceof Issues) || !others) return others ?? value;
  return new Issues([...value.all, ...others.all]);
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
function memberWriter(properties: Properties): (value: ObjectOf<Shape>) => string {
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
function validMemberWriter(properties: Properties): AnyField['writeValid'] {
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

function describeProperties(properties: Properties, side: Side, definitions: Definitions): JsonSchema {
  const required = properties.filter(([, property]) =>
    side === 'output' ? !property.isOmittable : property.required,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, property.describe(side, definitions)]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}
