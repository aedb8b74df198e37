import type { JsonSchema } from '../../fields/definition.ts';
import { isRecord } from '../../fields/record.ts';

/** The schema of null, for which 3.0 has no type. */
const nothing = { type: 'string', nullable: true, enum: [null] };

/** A union of null and one kind is that kind, which may be null. */
export function unionsWithNull(schema: JsonSchema): JsonSchema {
  const name = Array.isArray(schema.anyOf) ? 'anyOf' : 'oneOf';
  const { [name]: members, ...others } = schema;
  if (!Array.isArray(members) || !members.includes(nothing)) return schema;
  const [only, ...more] = members.filter((each) => each !== nothing);
  const isPlain = isRecord(only) && typeof only.type === 'string' && only.enum === undefined;
  return isPlain && more.length === 0 ? { ...only, ...others, nullable: true } : schema;
}

/** A schema of 3.0 has one type. */
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

/** 3.0 has no lists without items. */
function itemsOf(type: unknown, { items = {} }: JsonSchema): JsonSchema {
  return type === 'array' ? { items } : {};
}

/** The types of the values that are allowed, where they are of one type but for null. */
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
