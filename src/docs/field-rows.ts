import type { Endpoint } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Shape } from '../fields/object.ts';
import { isRecord } from '../fields/record.ts';
import { bodyField } from '../http/parse.ts';
import { inWords, nameOf } from './schema-words.ts';

/** One value of a request or a reply, as a row of a table. */
export interface FieldRow {
  /** The part of the request: `path`, `query`, `header`, `cookie` or `body`. */
  readonly part: string;
  readonly name: string;
  readonly words: string;
  /** Tells of a value that has to be sent, and what stands for one that was not. */
  readonly presence: string;
}

/** The rows of one table, beyond which a reader has the document. */
const MAX_ROWS = 100;
const MAX_LEVELS = 4;

/** Everything that an endpoint reads of a request. */
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

/** Everything that the body of a reply holds. */
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
  const words = body === 'bytes' ? 'bytes, as they come' : 'anything; nobody looks at it';
  return [{ part: 'body', name: '', words, presence: 'no' }];
}

/** The body itself where it is no object, or else its properties, and theirs. */
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

/** Objects in a list are told as those that stand alone. */
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
