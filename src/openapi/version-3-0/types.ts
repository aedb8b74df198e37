import type { JsonSchema } from '../../fields/field.ts';
import { isRecord } from '../../fields/values.ts';

/** The schema of null, which has no type in 3.0. */
const nothing = { type: 'string', nullable: true, enum: [null] };

/** Converts a union of null and one other type to that type with `nullable`. */
export function unionsWithNull(schema: JsonSchema): JsonSchema {
  const name = Array.isArray(schema.anyOf) ? 'anyOf' : 'oneOf';
  const { [name]: members, ...others } = schema;
  if (!Array.isArray(members) || !members.includes(nothing)) return schema;
  const [only, ...more] = members.filter((each) => each !== nothing);
  const isPlain = isRecord(only) && typeof only.type === 'string' && only.enum === undefined;
  return isPlain && more.length === 0 ? { ...only, ...others, nullable: true } : schema;
}

/** Converts a list of types to `anyOf`, since a schema of 3.0 has one type. */
export function types(schema: JsonSchema): JsonSchema {
  const { type = typeOfEnum(schema), ...others } = schema;
  if (type === undefined) return schema;
  const kinds = [type].flat().filter((each) => each !== 'null');
  const nullable = kinds.length < [type].flat().length && { nullable: true };
  const [only, ...more] = kinds.map((each) => ({ type: each, ...nullable, ...itemsOf(each, schema) }));
  if (only === undefined) return nothing;
  if (more.length === 0) return { ...others, ...only };
  const { anyOf, ...rest } = others;
  const union = { anyOf: [only, ...more] };
  return anyOf === undefined ? { ...rest, ...union } : { ...others, allOf: [rest.allOf ?? [], union].flat() };
}

/** Adds `items` to an array, which 3.0 requires. */
function itemsOf(type: unknown, { items = {} }: JsonSchema): JsonSchema {
  return type === 'array' ? { items } : {};
}

/** The types of the enum's values, if they are all of one type apart from null. */
function typeOfEnum({ enum: values }: JsonSchema): unknown {
  if (!Array.isArray(values)) return undefined;
  const kinds = [...new Set(values.map(typeOf))];
  return kinds.filter((each) => each !== 'null').length <= 1 ? kinds : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
