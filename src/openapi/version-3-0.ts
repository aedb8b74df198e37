import type { JsonSchema } from '../fields/definitions.ts';
import { isRecord } from '../fields/values.ts';
import { eachInSteps, mapInSteps, type Steps } from '../text/turns.ts';

/**
 * Converts a document of OpenAPI 3.1 to 3.0, for programs that read nothing newer. Whatever 3.0 can't express is left out, so
 * a schema may accept more than before, but never less.
 */
export function* toVersion30(document: JsonSchema): Steps<JsonSchema> {
  if (String(document.openapi).startsWith('3.0')) return document;
  const { webhooks: _, jsonSchemaDialect: __, info, paths = {}, components, ...others } = document;
  return {
    ...others,
    openapi: '3.0.3',
    info: isRecord(info) ? infoOf(info) : info,
    paths: isRecord(paths) ? yield* mapInSteps(paths, rewrite) : paths,
    ...(isRecord(components) && { components: yield* componentsOf(components) }),
  };
}

function infoOf({ summary: _, license, ...others }: JsonSchema): JsonSchema {
  return { ...others, ...(isRecord(license) && { license: licenseOf(license) }) };
}

/** Converts a license: 3.0 has its address instead of its identifier. */
function licenseOf({ identifier, ...others }: JsonSchema): JsonSchema {
  return identifier === undefined
    ? others
    : { ...others, url: `https://spdx.org/licenses/${identifier}.html` };
}

function* componentsOf({ pathItems: _, schemas, ...others }: JsonSchema): Steps<unknown> {
  const rewritten = isRecord(schemas) && { schemas: yield* mapInSteps(schemas, toSchema30) };
  return { ...(yield* mapInSteps(others, rewrite)), ...rewritten };
}

/** Keywords whose values are data and stay unchanged. */
const asWritten: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum']);

/** Converts the schemas inside a part of a document. */
function* rewrite(part: unknown, name = ''): Steps<unknown> {
  if (name === 'schema') return yield* toSchema30(part);
  if (asWritten.has(name) || name.startsWith('x-')) return part;
  if (Array.isArray(part)) return yield* eachInSteps(part, rewrite);
  return isRecord(part) ? yield* mapInSteps(part, rewrite) : part;
}

/** Converts a schema of OpenAPI 3.1, which is any JSON Schema, to 3.0. */
function* toSchema30(schema: unknown): Steps<JsonSchema> {
  if (!isRecord(schema)) return schema === false ? { not: {} } : {};
  const known = Object.fromEntries(Object.entries(schema).filter(([name]) => isKnown(name)));
  const inner = yield* withInner(known);
  const items = yield* tuple(schema);
  const changed = [constant, bounds, example, closed(schema), items, media(schema)].reduce(
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

function* withInner(schema: JsonSchema): Steps<JsonSchema> {
  const { items, not, properties, additionalProperties } = schema;
  const lists: Record<string, JsonSchema[]> = {};
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const members = schema[name];
    if (Array.isArray(members)) lists[name] = yield* eachInSteps(members, toSchema30);
  }
  return {
    ...schema,
    ...(items !== undefined && { items: yield* toSchema30(items) }),
    ...(not !== undefined && { not: yield* toSchema30(not) }),
    ...(isRecord(properties) && { properties: yield* mapInSteps(properties, toSchema30) }),
    ...(isRecord(additionalProperties) && { additionalProperties: yield* toSchema30(additionalProperties) }),
    ...lists,
  };
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
function* tuple({ prefixItems, items }: JsonSchema): Steps<Change> {
  if (!Array.isArray(prefixItems)) return (schema) => schema;
  const first = yield* eachInSteps(prefixItems, toSchema30);
  if (items === false) return (schema) => ({ ...schema, items: { anyOf: first }, maxItems: first.length });
  const isOpen = items === undefined || items === true;
  const rest = yield* toSchema30(items);
  return (schema) => ({ ...schema, items: isOpen ? {} : { anyOf: [...first, rest] } });
}

function media({ contentEncoding, contentMediaType }: JsonSchema): Change {
  const isBinary = contentMediaType !== undefined && contentEncoding === undefined;
  const format = contentEncoding === 'base64' ? 'byte' : isBinary && 'binary';
  return (schema) => (format ? { format, ...schema } : schema);
}

/** Wraps a reference that has siblings in `allOf`, since 3.0 ignores siblings of `$ref`. */
function reference(schema: JsonSchema): JsonSchema {
  const { $ref, ...others } = schema;
  if ($ref === undefined) return schema;
  if (Object.keys(others).length === 0) return { $ref };
  return { ...others, allOf: [{ $ref }, others.allOf ?? []].flat() };
}

/** The schema of null, which has no type in 3.0. */
const nothing = { type: 'string', nullable: true, enum: [null] };

/** Converts a union of null and one other type to that type with `nullable`. */
function unionsWithNull(schema: JsonSchema): JsonSchema {
  const name = Array.isArray(schema.anyOf) ? 'anyOf' : 'oneOf';
  const { [name]: members, ...others } = schema;
  if (!Array.isArray(members) || !members.includes(nothing)) return schema;
  const [only, ...more] = members.filter((each) => each !== nothing);
  const isPlain = isRecord(only) && typeof only.type === 'string' && only.enum === undefined;
  return isPlain && more.length === 0 ? { ...only, ...others, nullable: true } : schema;
}

/** Converts a list of types to `anyOf`, since a schema of 3.0 has one type. */
function types(schema: JsonSchema): JsonSchema {
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
