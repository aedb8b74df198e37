/** A document for a mock that remembers, and requests to it, of which many are large and wrong in every part. */
import { get, head, hostile, large, post } from './requests.js';

const SIZE = 65_000;
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema) => ({ content: { 'application/json': { schema } } });
const reply = (schema) => ({ description: 'x', ...json(schema) });

const schemas = {
  Anything: {
    anyOf: [
      { type: 'object', additionalProperties: ref('Anything') },
      { type: 'array', items: ref('Anything') },
      ...['string', 'boolean', 'integer', 'number', 'null'].map((type) => ({ type })),
    ],
  },
  Choice: { enum: Array.from({ length: 250 }, (_, at) => `value number ${at}`) },
  Node: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, pattern: '^[a-z]+(-[a-z]+)*$' },
      left: ref('Node'),
      right: ref('Node'),
      children: { type: 'array', items: ref('Node') },
    },
  },
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'tricks'],
    properties: {
      kind: { const: 'dog' },
      tricks: { type: 'array', items: { type: 'string', format: 'email' }, uniqueItems: true },
    },
  },
  Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  Pets: { anyOf: [ref('Cat'), ref('Dog'), ref('Node'), { type: 'array', items: ref('Pets') }] },
  Lamp: {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', maxLength: 50 },
      secret: { type: 'string', format: 'password' },
      pet: ref('Pet'),
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
};

const echo = (schema) => ({
  post: { requestBody: { required: true, ...json(schema) }, responses: { 200: reply(schema) } },
});
const form = { schema: ref('Lamp') };
const query = ['filter', 'q', 'sort', 'limit', 'page'].map((name) => ({ name, in: 'query', schema: {} }));
const patch = {
  content: {
    'application/merge-patch+json': { schema: { type: 'object' } },
    'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
  },
};

export const document = {
  openapi: '3.1.0',
  info: { title: 'Crowd', version: '1' },
  paths: {
    '/anything': echo(ref('Anything')),
    '/choices': echo({ type: 'array', items: ref('Choice') }),
    '/nodes': echo(ref('Node')),
    '/pets': echo({ type: 'array', items: ref('Pets') }),
    '/pet': echo(ref('Pet')),
    '/forms': {
      post: {
        requestBody: { content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form } },
        responses: { 200: { description: 'x' } },
      },
    },
    '/lamps': {
      get: { parameters: query, responses: { 200: reply({ type: 'array', items: ref('Lamp') }) } },
      post: { requestBody: json(ref('Lamp')), responses: { 201: reply(ref('Lamp')) } },
    },
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: reply(ref('Lamp')) } },
      patch: { requestBody: patch, responses: { 200: reply(ref('Lamp')) } },
      delete: { responses: { 204: { description: 'x' } } },
    },
    '/login': { get: { security: [{ token: [] }], responses: { 200: reply(ref('Lamp')) } } },
  },
  components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};

/** Repeats an item for as long as there is room. */
const listOf = (item) =>
  `[${Array(Math.floor(SIZE / (item.length + 1)))
    .fill(item)
    .join()}]`;
const sent = (target, body, type = 'application/json') => post(target, body, `Content-Type: ${type}`);
const changed = (target, body, type) => sent(target, body, type).replace('POST', 'PATCH');
const FORM = 'application/x-www-form-urlencoded';
const PART = '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n';
const names = Array.from({ length: 5000 }, (_, at) => `"k${at}":${at}`);

const usual = [
  sent('/lamps', '{"name":"Ada"}'),
  sent('/lamps', '{"name":3}'),
  get('/lamps?limit=10'),
  get('/lamps/1'),
  head('DELETE /lamps/2 HTTP/1.1', 'Host: a'),
  changed('/lamps/1', '{"name":"Grace"}', 'application/merge-patch+json'),
  sent('/pet', '{"kind":"cat","lives":3}'),
  sent('/nodes', '{"name":"a","left":{"name":"b"}}'),
  sent('/forms', 'name=a&tags=b', FORM),
  get('/login', 'Authorization: Bearer x'),
  get('/docs'),
  get('/docs/errors'),
  get('/openapi.json'),
];

const wrong = [
  sent('/anything', listOf('{}')),
  sent('/anything', `${'['.repeat(60)}${listOf('{"a":[]}')}${']'.repeat(60)}`),
  sent('/anything', listOf('[{"a":[1,{"b":null}]}]')),
  sent('/choices', listOf('1')),
  sent('/choices', listOf('"x"')),
  sent('/nodes', `${'{"name":"a","left":'.repeat(2500)}{}${'}'.repeat(2500)}`),
  sent('/nodes', `{"name":"${'a-'.repeat(30_000)}"}`),
  sent('/nodes', `{"name":"A","children":${listOf('{"name":"A","children":[{}]}')}}`),
  sent('/pets', listOf('{"kind":"dog","tricks":["a","a"]}')),
  sent('/pets', listOf('[[[{"kind":"x"}]]]')),
  sent('/pet', `{"kind":"dog","tricks":${listOf('"a@b"')}}`),
  sent('/forms', Array(9000).fill('tags=b').join('&'), FORM),
  sent('/forms', Array(5000).fill('x[y][]=1').join('&'), FORM),
  sent('/forms', `${PART.repeat(1000)}--b--\r\n`, 'multipart/form-data; boundary=b'),
  sent('/lamps', `{${names.join()}}`),
  sent('/lamps', listOf('{"name":"x"}')),
  get('/lamps?q=zz&sort=-name'),
  get(`/lamps?${'filter=x&'.repeat(880)}`),
  get(`/lamps?filter=${'%7B%22or%22:%5B'.repeat(300)}`),
  get('/lamps', `If-None-Match: ${'"x",'.repeat(3000)}"y"`),
  get(`/docs?operation=${'x'.repeat(7000)}`),
  get('/login', `Authorization: Bearer ${'x'.repeat(8000)}`),
  changed('/lamps/1', listOf('{"op":"add","path":"/tags","value":[]}'), 'application/json-patch+json'),
];

const toLamps = [...hostile, ...large].map(([request]) => request.replaceAll('/users', '/lamps'));

/** Any reply will do, other than that of a bug. */
export const requests = [...usual, ...usual, ...wrong, ...toLamps].map((request) => [request]);
