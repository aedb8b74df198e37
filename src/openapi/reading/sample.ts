import { isRecord } from '../../fields/record.ts';
import { firstOf } from '../../fields/samples/samples.ts';
import { Issues } from '../../issues/issue.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, partsOf, within } from './references.ts';
import { typesOf } from './schema.ts';

/** The depth of a sample; deeper values are left out if they are optional. */
const MAX_DEPTH = 6;
/** The limit on nested schemas. */
const MAX_NESTED = 3 * MAX_DEPTH;
/** The limit on the items of a list. */
const MAX_ITEMS = 20;
/** The limit on the values of a sample; any further ones are null. */
const MAX_VALUES = 5000;

let values = 0;

/** Returns a valid value of a schema, the same each time: its example, its default, or one composed from its parts. */
export function sampleOf(schema: Located, reader: FieldReader, depth = 0): unknown {
  values = depth === 0 ? 1 : values + 1;
  const target = reader.references.follow(schema);
  const { value } = target;
  if (!isRecord(value) || values > MAX_VALUES) return null;
  const field = reader.fieldOf(target);
  const isValid = (sample: unknown) => sample !== undefined && !(field.parse(sample) instanceof Issues);
  const declared = declaredIn(value).find(isValid);
  if (declared !== undefined) return declared;
  const made = makeSample(target, value, reader, depth);
  return isValid(made) || depth > MAX_DEPTH ? made : (firstOf(field.samples().accepted) ?? made ?? null);
}

/** The values that a schema itself lists. */
function declaredIn(schema: Readonly<Record<string, unknown>>): unknown[] {
  const { example, examples, default: fallback, const: only, enum: all } = schema;
  const listed = Array.isArray(examples) ? examples : [];
  return [example, ...listed, fallback, only, ...(Array.isArray(all) ? all : [])];
}

function makeSample(
  target: Located,
  schema: Readonly<Record<string, unknown>>,
  reader: FieldReader,
  depth: number,
): unknown {
  if (depth > MAX_NESTED) return undefined;
  if (Array.isArray(schema.allOf)) return sampleOfAll(target, schema, reader, depth);
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = itemsOf(within(target, keyword));
    const first = members.find(({ value }) => !(isRecord(value) && value.type === 'null'));
    if (first) return depth > MAX_DEPTH && members.length > 1 ? null : sampleOf(first, reader, depth + 1);
  }
  const [type] = typesOf(schema);
  if (type === 'object') return sampleOfObject(target, reader, depth);
  return type === 'array' ? sampleOfArray(target, schema, reader, depth) : undefined;
}

function sampleOfAll(
  target: Located,
  { allOf: _, ...own }: Readonly<Record<string, unknown>>,
  reader: FieldReader,
  depth: number,
): unknown {
  const parts = [...itemsOf(within(target, 'allOf')), { value: own, at: target.at }];
  const samples = parts.map((part) => sampleOf(part, reader, depth + 1)).filter(isRecord);
  return samples.length > 0 ? Object.fromEntries(samples.flatMap((each) => Object.entries(each))) : undefined;
}

function sampleOfObject(target: Located, reader: FieldReader, depth: number): unknown {
  const required = itemsOf(within(target, 'required')).map(({ value }) => value);
  const properties = partsOf(within(target, 'properties')).filter(
    ([name, part]) => !reader.isForeign(part) && (depth < MAX_DEPTH || required.includes(name)),
  );
  if (depth > 2 * MAX_DEPTH) return {};
  return Object.fromEntries(properties.map(([name, part]) => [name, sampleOf(part, reader, depth + 1)]));
}

function sampleOfArray(
  target: Located,
  { minItems }: Readonly<Record<string, unknown>>,
  reader: FieldReader,
  depth: number,
): unknown[] {
  const places = itemsOf(within(target, 'prefixItems'));
  if (places.length > 0) return places.map((place) => sampleOf(place, reader, depth + 1));
  const least = typeof minItems === 'number' ? minItems : 0;
  if (depth >= MAX_DEPTH && least === 0) return [];
  const item = sampleOf(within(target, 'items'), reader, depth + 1);
  return new Array(Math.min(Math.max(least, 1), MAX_ITEMS)).fill(item);
}
