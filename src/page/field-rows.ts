import type { Endpoint } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { isRecord } from '../fields/values.ts';
import { bodyField } from '../http/parse.ts';
import { inWords, nameOf } from './schema-words.ts';

/** One value of a request or a reply, as a row of a table. */
export interface FieldRow {
  /** The part of the request: `path`, `query`, `header`, `cookie` or `body`. */
  readonly part: string;
  readonly name: string;
  readonly words: string;
  /** `yes` if the value is required, otherwise `no`, with its default. */
  readonly presence: string;
}

/** The limit on the rows of one table; readers find the rest in the OpenAPI document. */
const MAX_ROWS = 100;
const MAX_LEVELS = 4;

/** The rows for everything that an endpoint reads from a request. */
export function requestRows(endpoint: Endpoint): FieldRow[] {
  const { params, query, headers, cookies, body } = endpoint;
  const field = bodyField(body);
  return [
    ...shapeRows('path', params),
    ...shapeRows('query', query),
    ...shapeRows('header', headers),
    ...shapeRows('cookie', cookies),
    ...credentialRows(endpoint),
    ...(field ? bodyRows(field.describe('input')) : unreadRows(body)),
  ].slice(0, MAX_ROWS);
}

/** The rows for the body of a reply. */
export function replyRows(schema: JsonSchema): FieldRow[] {
  return bodyRows(schema).slice(0, MAX_ROWS);
}

function shapeRows(part: string, shape: Shape = {}): FieldRow[] {
  return Object.entries(shape).map(([name, field]) => {
    const schema = field.describe('input');
    return { part, name, words: inWords(schema), presence: presenceOf(schema, field.required) };
  });
}

function credentialRows({ credential }: Endpoint): FieldRow[] {
  if (!credential) return [];
  const { in: part, name, description, scheme } = credential;
  const words = description ?? { bearer: 'A bearer token.', basic: 'A password.', apiKey: 'A key.' }[scheme];
  return [{ part, name, words: words.charAt(0).toLowerCase() + words.slice(1), presence: 'yes' }];
}

function unreadRows(body: Endpoint['body']): FieldRow[] {
  if (body === undefined) return [];
  const words = body === 'bytes' ? 'raw bytes' : 'anything; it is not read';
  return [{ part: 'body', name: '', words, presence: 'no' }];
}

/** The properties of an object, nested ones included, or a row for any other body. */
function bodyRows(schema: JsonSchema): FieldRow[] {
  const { properties } = resolved(schema, schema);
  if (!isRecord(properties)) return [{ part: 'body', name: '', words: inWords(schema), presence: '' }];
  return propertyRows(schema, schema, '', 1);
}

function propertyRows(root: JsonSchema, schema: unknown, prefix: string, level: number): FieldRow[] {
  const { properties, required } = resolved(root, schema);
  if (!isRecord(properties) || level > MAX_LEVELS) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const inner = resolved(root, property);
    const row = {
      part: 'body',
      name,
      words: inWords(property),
      presence: presenceOf(inner, needed.includes(key)),
    };
    return [row, ...propertyRows(root, itemsOf(property), `${name}.`, level + 1)];
  });
}

/** Returns the items of a list, so that objects in a list are described like single ones. */
function itemsOf(schema: unknown): unknown {
  return isRecord(schema) && schema.type === 'array' ? schema.items : schema;
}

function resolved(root: JsonSchema, schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  if (typeof schema.$ref !== 'string') return schema;
  return resolved(root, Object(root.$defs)[nameOf(schema.$ref)]);
}

function presenceOf(schema: JsonSchema, isRequired: boolean): string {
  if (isRequired) return 'yes';
  return schema.default === undefined || schema.default === null
    ? 'no'
    : `no; ${JSON.stringify(schema.default)} if left out`;
}
