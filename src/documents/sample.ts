import { Issues } from '../errors/issue.ts';
import { firstOf } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { limited } from './checks.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, partsOf, within } from './located.ts';
import type { LocatedSchema } from './schema.ts';
import { isFree, type Schema, typesOf } from './schema.ts';
import { isNull, taggedKinds } from './union.ts';

/** The depth of a sample; deeper values are left out if they are optional. */
const MAX_DEPTH = 6;
/** The limit on nested schemas. */
const MAX_NESTED = 3 * MAX_DEPTH;
/** The limit on the items of a list. */
const MAX_ITEMS = 20;
/** The limit on the values of a sample; any further ones are null. */
const MAX_VALUES = 5000;

/** The numbers of what a sample has so far. */
interface Count {
  values: number;
  /** The schemas that were left out, because they were being sampled for the same value. */
  omitted: number;
}

/** The depth of a part of a sample, and the schemas of which its schema is a part, for the same value. */
interface Position {
  readonly count: Count;
  readonly depth: number;
  readonly wholes: ReadonlySet<unknown>;
}

const none: ReadonlySet<unknown> = new Set();

/** The position of a nested value. */
function inside({ count, depth }: Position): Position {
  return { count, depth: depth + 1, wholes: none };
}

/** The position of a part of a schema. */
function partOf(schema: Schema, { count, depth, wholes }: Position): Position {
  return { count, depth: depth + 1, wholes: new Set([...wholes, schema]) };
}

/** Returns a valid value of a schema, the same each time: its example, its default, or one composed from its parts. */
export function sampleOf(schema: Located, reader: FieldReader): unknown {
  const start: Position = { count: { values: 0, omitted: 0 }, depth: 0, wholes: none };
  return limited(() => sampleAt(start, schema, reader)) ?? null;
}

function sampleAt(position: Position, schema: Located, reader: FieldReader): unknown {
  const { count, depth, wholes } = position;
  count.values++;
  const target = reader.references.follow(schema);
  const { value, at } = target;
  if (!isRecord(value) || count.values > MAX_VALUES) return null;
  if (wholes.has(value)) {
    count.omitted++;
    return undefined;
  }
  const field = reader.fieldOf(target);
  const isValid = (sample: unknown) => sample !== undefined && !(field.parse(sample) instanceof Issues);
  const declared = declaredIn(value).find(isValid);
  if (declared !== undefined) return declared;
  const before = count.omitted;
  const made = makeSample({ value, at }, reader, position);
  const isIncomplete = count.omitted > before && wholes.size > 0;
  if (isIncomplete || depth > MAX_DEPTH || isValid(made)) return made;
  return firstOf(field.samples().accepted) ?? made ?? null;
}

/** The values that a schema itself lists. */
function declaredIn(schema: Schema): unknown[] {
  const { example, examples, default: fallback, const: only, enum: all } = schema;
  const listed = Array.isArray(examples) ? examples : [];
  return [example, ...listed, fallback, only, ...(Array.isArray(all) ? all : [])];
}

function makeSample(schema: LocatedSchema, reader: FieldReader, position: Position): unknown {
  if (position.depth > MAX_NESTED) return undefined;
  const { value, at } = schema;
  const { allOf, ...own } = value;
  if (Array.isArray(allOf)) {
    const parts = [...itemsOf(within(schema, 'allOf')), { value: own, at }];
    return merged(parts.map((part) => sampleAt(partOf(value, position), part, reader)));
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const kind = kindOf(schema, keyword, reader, position);
    if (kind) return sampleOfUnion(schema, keyword, kind, reader, position);
  }
  const [type] = typesOf(value);
  if (type === 'object') return sampleOfObject(schema, reader, position);
  return type === 'array' ? sampleOfArray(schema, value, reader, position) : undefined;
}

/** Merges the objects among samples, of which later ones win; undefined if there are none. */
function merged(samples: readonly unknown[]): unknown {
  const objects = samples.filter(isRecord);
  return objects.length > 0 ? Object.fromEntries(objects.flatMap((each) => Object.entries(each))) : undefined;
}

/** A kind of a union, and its discriminator, if there is one. */
interface Kind {
  readonly member: Located;
  readonly tag: Readonly<Record<string, string>> | undefined;
}

/** The kind of a union of which the union itself is a part, or else the first; undefined if there is none. */
function kindOf(
  target: Located,
  keyword: string,
  reader: FieldReader,
  { wholes }: Position,
): Kind | undefined {
  const members = itemsOf(within(target, keyword)).filter((member) => !isNull(member));
  const tagged = members.length > 0 ? taggedKinds(target, keyword, reader) : undefined;
  const kinds: readonly Kind[] = tagged
    ? tagged.kinds.map(([tag, member]) => ({ member, tag: { [tagged.property]: tag } }))
    : members.map((member) => ({ member, tag: undefined }));
  const isWhole = ({ member }: Kind) => wholes.has(reader.references.follow(member).value);
  return kinds.find(isWhole) ?? kinds[0];
}

function sampleOfUnion(
  { value, at }: LocatedSchema,
  keyword: string,
  { member, tag }: Kind,
  reader: FieldReader,
  position: Position,
): unknown {
  const { [keyword]: members, discriminator: _, ...own } = value;
  if (position.depth > MAX_DEPTH && Array.isArray(members) && members.length > 1) return null;
  const inner = partOf(value, position);
  const made = sampleAt(inner, member, reader);
  if (made !== undefined && !isRecord(made)) return made;
  const others = isFree(own, 'type', 'nullable') ? undefined : sampleAt(inner, { value: own, at }, reader);
  return merged([others, made, tag]);
}

function sampleOfObject(target: Located, reader: FieldReader, position: Position): unknown {
  const { depth } = position;
  const required = itemsOf(within(target, 'required')).map(({ value }) => value);
  const properties = partsOf(within(target, 'properties')).filter(
    ([name, part]) => !reader.isForeign(part) && (depth < MAX_DEPTH || required.includes(name)),
  );
  if (depth > 2 * MAX_DEPTH) return {};
  return Object.fromEntries(
    properties.map(([name, part]) => [name, sampleAt(inside(position), part, reader)]),
  );
}

function sampleOfArray(
  target: Located,
  { minItems }: Schema,
  reader: FieldReader,
  position: Position,
): unknown[] {
  const inner = inside(position);
  const places = itemsOf(within(target, 'prefixItems'));
  if (places.length > 0) return places.map((place) => sampleAt(inner, place, reader));
  const least = typeof minItems === 'number' ? minItems : 0;
  if (position.depth >= MAX_DEPTH && least === 0) return [];
  const item = sampleAt(inner, within(target, 'items'), reader);
  return new Array(Math.min(Math.max(least, 1), MAX_ITEMS)).fill(item);
}
