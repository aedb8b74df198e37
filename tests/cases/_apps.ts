import { createApp } from '../../src/app.ts';
import { apiKey, basic, bearer } from '../../src/contract/credential.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { boolean, enumeration, literal } from '../../src/fields/choice.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import type { Field } from '../../src/fields/field.ts';
import { file } from '../../src/fields/file.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy, optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { date } from '../../src/fields/time.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { discriminatedUnion, union } from '../../src/fields/union.ts';
import { uuid } from '../../src/fields/uuid.ts';

const lamp = object(
  { name: text({ minLength: 1, maxLength: 20 }), price: float({ min: 0.01 }) },
  { unknown: 'forbid' },
);
const reply = { status: 200, body: object({}) } as const;

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
const tree: Field<Tree> = object({ name: text(), children: list(lazy(() => tree)) }, { name: 'Tree' });

const square = object({ shape: literal('square'), side: float({ min: 0 }) });
const circle = object({ shape: literal('circle'), radius: float({ min: 0 }) });
const cat = object({ meows: boolean() }, { name: 'Cat' });
const dog = object({ barks: boolean() }, { name: 'Dog' });

/** Endpoints that refuse in every way: nested bodies, every part of a request, every kind of credential. */
const endpoints = {
  createOrder: endpoint({
    method: 'POST',
    path: '/orders/{shop}/',
    summary: 'Creates an order.',
    params: { shop: uuid() },
    query: { copies: integer({ min: 1, max: 9 }), tag: list(enumeration(['new', 'old']), { maxItems: 2 }) },
    headers: { 'X-Day': optional(date()) },
    cookies: { theme: literal('light', 'dark') },
    body: object({
      lines: list(object({ lamp, count: integer({ exclusiveMin: 0 }) }), { minItems: 1, maxItems: 3 }),
      notes: dictionary(text()),
      corner: optional(tuple(integer(), integer())),
    }),
    reply,
  }),
  plantTree: endpoint({ method: 'POST', path: '/trees', summary: 'Plants a tree.', body: tree, reply }),
  draw: endpoint({
    method: 'POST',
    path: '/drawings',
    summary: 'Draws.',
    body: object({
      shape: discriminatedUnion('shape', { square, circle }),
      pet: union(cat, dog),
      key: union(integer(), uuid()),
    }),
    reply,
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/photos',
    summary: 'Adds a photo.',
    body: form({ title: text({ minLength: 2 }), photo: file({ maxBytes: 9 }) }),
    reply,
  }),
  addLamp: endpoint({
    method: 'POST',
    path: '/lamps',
    summary: 'Adds a lamp.',
    body: form({ watts: integer({ min: 1 }), tags: optional(list(enumeration(['new', 'old']))) }),
    reply,
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/orders/{shop}/',
    summary: 'Lists orders.',
    params: { shop: uuid() },
    credential: bearer({ check: 'any' }),
    reply,
  }),
  replaceLamp: endpoint({
    method: 'PUT',
    path: '/lamps',
    summary: 'Replaces a lamp.',
    credential: basic({ check: 'any' }),
    body: optional(lamp),
    reply,
  }),
  deleteLamp: endpoint({
    method: 'DELETE',
    path: '/lamps',
    summary: 'Deletes a lamp.',
    credential: apiKey({ in: 'query', name: 'key', check: 'any' }),
    reply,
  }),
  showLamp: endpoint({
    method: 'GET',
    path: '/lamps',
    summary: 'Shows a lamp.',
    credential: apiKey({ in: 'cookie', name: 'session', check: 'any' }),
    reply,
    examples: [{ title: 'A lamp', headers: { Cookie: 'session=abc' }, status: 200 }],
  }),
};

const empty = () => ({});
const handlers = {
  createOrder: empty,
  plantTree: empty,
  draw: empty,
  addPhoto: empty,
  addLamp: empty,
  listOrders: empty,
  replaceLamp: empty,
  deleteLamp: empty,
  showLamp: empty,
};

export const shop = createApp({ title: 'Shop', version: '1', endpoints }, handlers, {
  basePath: '/api/v1',
  errors: 'pydantic',
  limits: { body: 2000, depth: 10, headers: 20, target: 500 },
});
