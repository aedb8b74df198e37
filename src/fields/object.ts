import { type Issue, Issues, type Path, wrong } from '../errors/issue.ts';
import { once } from '../text/memo.ts';
import type { FieldDefinition, JsonSchema, Side } from './definition.ts';
import type { Definitions } from './definitions.ts';
import { type Field, field, isField } from './field.ts';
import { type Fit, NEAR } from './fit.ts';
import type { LabelOption } from './label.ts';
import { membersOf, writeMembers, writeValidMembers } from './members.ts';
import { nowhere, type ObjectOf, propertiesParser, type Shape } from './properties.ts';
import { isRecord } from './record.ts';
import { objectSamples } from './samples/object.ts';

export type { ObjectOf, Shape };

/** The name of an object's schema, and the treatment of properties that are not declared. */
export interface ObjectOptions extends LabelOption {
  /** The name of its schema, which unions use too. */
  readonly name?: string;
  /** The treatment of properties that are not in the shape; they are ignored by default. */
  readonly unknown?: 'ignore' | 'forbid';
}

/** The field of an object, with its shape. */
export interface ObjectField<S extends Shape> extends Field<ObjectOf<S>> {
  readonly shape: S;
}

/** A JSON object with these properties. All issues are reported, in the order of the properties. */
export function object<S extends Shape>(shape: S, options: ObjectOptions = {}): ObjectField<S> {
  const { name, label, unknown = 'ignore' } = options;
  checkShape(shape);
  if (unknown !== 'ignore' && unknown !== 'forbid')
    throw new TypeError(`Unknown properties can be ignored or forbidden, not ${unknown}`);
  const allowed = unknown === 'forbid' ? new Set(Object.keys(shape)) : undefined;
  // Made on first use, since many objects of a service are not needed for a long time.
  const parser = once(() => objectParser(shape, allowed));
  const members = once(() => membersOf(shape));
  const parse: ParseObject<S> = (raw, fit, place) => parser()(raw, fit, place);
  const describe = (side: Side, definitions: Definitions) =>
    describeObject(shape, allowed !== undefined, side, definitions);
  const definition: FieldDefinition<ObjectOf<S>> = {
    parse,
    write: (value) => writeMembers(members(), value),
    describe: (side, definitions) =>
      name === undefined ? describe(side, definitions) : definitions.refer(name, side, describe),
    typeName: () => name ?? 'object',
    samples: (like, open) => objectSamples(Object.entries(shape), unknown === 'forbid', like, open),
    name,
    label,
  };
  taggedParsers.set(parse, (tag) => objectParser(shape, allowed, tag));
  const parseAt = (raw: unknown, place: Path) => parse(raw, undefined, place);
  const writeValid = (value: unknown) => writeValidMembers(members(), value);
  return { ...field({ ...definition, shape }, allowed ? { parseAt } : { parseAt, writeValid }), shape };
}

/** Checks that each property has a field. One that is imported in a circle may not be there yet. */
function checkShape(shape: Shape): void {
  for (const name of Object.keys(shape))
    if (!isField(shape[name])) throw new TypeError(`The property ${name} of an object has no field`);
}

type ParseObject<S extends Shape> = (raw: unknown, fit?: Fit, place?: Path) => ObjectOf<S> | Issues;

/** Makes the parser of an object. `tag` is a property that was already read to choose it. */
function objectParser<S extends Shape>(
  shape: S,
  allowed: ReadonlySet<string> | undefined,
  tag?: string,
): ParseObject<S> {
  const parseProperties = propertiesParser(shape, tag);
  return (raw, fit, place = nowhere) => {
    if (!isRecord(raw)) return wrong('model_attributes_type', raw).within(place);
    fit?.lower(NEAR);
    const value = parseProperties(raw, raw, place, fit);
    return allowed ? withoutOthers(value, raw, allowed, place) : value;
  };
}

type Parse<Value> = FieldDefinition<Value>['parse'];

/**
 * For the parser of an object, a function that makes parsers which do not read a given property again. A field that wraps an
 * object has a different parser, so it is not found here.
 */
const taggedParsers = new WeakMap<Parse<unknown>, (tag: string) => Parse<unknown>>();

/** Returns the parser for objects of a kind whose property `name` is known to have this value. */
export function taggedParser<Value>(kind: Field<Value>, name: string, value: unknown): Parse<Value> {
  const { shape = {} } = kind;
  const isKept = Object.hasOwn(shape, name) && Object.is(shape[name]?.parse(value), value);
  const make = isKept ? taggedParsers.get(kind.parse) : undefined;
  return make ? (make(name) as Parse<Value>) : kind.parse;
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

function describeObject(shape: Shape, isClosed: boolean, side: Side, definitions: Definitions): JsonSchema {
  const properties = Object.entries(shape);
  const required = properties.filter(([, property]) =>
    side === 'output' ? !property.isOmittable : property.required,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, property.describe(side, definitions)]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(isClosed && { additionalProperties: false }),
  };
}
