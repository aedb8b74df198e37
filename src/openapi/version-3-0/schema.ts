import type { JsonSchema } from '../../fields/field.ts';
import { isRecord, mapValues } from '../../fields/values.ts';
import { types, unionsWithNull } from './types.ts';

/** Converts a schema of OpenAPI 3.1, which is any JSON Schema, to 3.0. */
export function toSchema30(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return schema === false ? { not: {} } : {};
  const known = Object.fromEntries(Object.entries(schema).filter(([name]) => isKnown(name)));
  const inner = withInner(known);
  const changed = [constant, bounds, example, closed(schema), tuple(schema), media(schema)].reduce(
    (all, change) => change(all),
    inner,
  );
  return reference(types(unionsWithNull(changed)));
}

type Change = (schema: JsonSchema) => JsonSchema;

/** The keywords of 3.0, and those of 3.1 that are converted below. */
const keywords: ReadonlySet<string> = new Set(
  `$ref title description default example examples deprecated readOnly writeOnly
    type format enum const nullable multipleOf minimum maximum exclusiveMinimum exclusiveMaximum
    minLength maxLength pattern items minItems maxItems uniqueItems properties required additionalProperties
    minProperties maxProperties allOf anyOf oneOf not discriminator xml externalDocs`.split(/\s+/),
);

function isKnown(name: string): boolean {
  return keywords.has(name) || name.startsWith('x-');
}

function withInner(schema: JsonSchema): JsonSchema {
  const { items, not, properties, additionalProperties } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: toSchema30(items) }),
    ...(not !== undefined && { not: toSchema30(not) }),
    ...(isRecord(properties) && { properties: mapValues(properties, toSchema30) }),
    ...(isRecord(additionalProperties) && { additionalProperties: toSchema30(additionalProperties) }),
    ...listOf(schema, 'allOf'),
    ...listOf(schema, 'anyOf'),
    ...listOf(schema, 'oneOf'),
  };
}

function listOf(schema: JsonSchema, name: string): JsonSchema {
  const members = schema[name];
  return Array.isArray(members) ? { [name]: members.map(toSchema30) } : {};
}

function constant({ const: value, ...schema }: JsonSchema): JsonSchema {
  return value === undefined ? schema : { ...schema, enum: [value] };
}

/** Converts exclusive bounds, which in 3.0 are `minimum` and `maximum` with a boolean beside them. */
function bounds(schema: JsonSchema): JsonSchema {
  return bound(
    bound(schema, 'minimum', 'exclusiveMinimum', Math.max),
    'maximum',
    'exclusiveMaximum',
    Math.min,
  );
}

function bound(schema: JsonSchema, name: string, exclusive: string, stricter: typeof Math.max): JsonSchema {
  const { [name]: inside, [exclusive]: outside, ...others } = schema;
  if (typeof outside !== 'number') return schema;
  const isInside = typeof inside === 'number' && stricter(inside, outside) === inside && inside !== outside;
  return isInside ? { ...others, [name]: inside } : { ...others, [name]: outside, [exclusive]: true };
}

function example({ examples, ...schema }: JsonSchema): JsonSchema {
  return Array.isArray(examples) && examples.length > 0 ? { example: examples[0], ...schema } : schema;
}

/** Drops `additionalProperties` beside `patternProperties`: without the patterns, it would refuse their properties. */
function closed({ patternProperties }: JsonSchema): Change {
  return ({ additionalProperties, ...schema }) =>
    additionalProperties === undefined || patternProperties !== undefined
      ? schema
      : { ...schema, additionalProperties };
}

/** Converts a tuple to a list whose items may each match any of its schemas. */
function tuple({ prefixItems, items }: JsonSchema): Change {
  if (!Array.isArray(prefixItems)) return (schema) => schema;
  const first = prefixItems.map(toSchema30);
  if (items === false) return (schema) => ({ ...schema, items: { anyOf: first }, maxItems: first.length });
  const isOpen = items === undefined || items === true;
  return (schema) => ({ ...schema, items: isOpen ? {} : { anyOf: [...first, toSchema30(items)] } });
}

function media({ contentEncoding, contentMediaType }: JsonSchema): Change {
  if (contentEncoding === 'base64') return (schema) => ({ format: 'byte', ...schema });
  if (contentMediaType !== undefined && contentEncoding === undefined)
    return (schema) => ({ format: 'binary', ...schema });
  return (schema) => schema;
}

/** Wraps a reference that has siblings in `allOf`, since 3.0 ignores siblings of `$ref`. */
function reference(schema: JsonSchema): JsonSchema {
  const { $ref, ...others } = schema;
  if ($ref === undefined) return schema;
  if (Object.keys(others).length === 0) return { $ref };
  return { ...others, allOf: [{ $ref }, others.allOf ?? []].flat() };
}
