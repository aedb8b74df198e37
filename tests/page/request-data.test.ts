import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';

/** What the page offers to fill in for an operation of a document. */

const json = (schema: object, examples?: object) => ({
  requestBody: { content: { 'application/json': { schema, ...(examples && { examples }) } } },
});
const body = (properties: object, required: string[] = []) => json({ type: 'object', properties, required });

interface Data {
  readonly fields: readonly Readonly<Record<string, unknown>>[];
  readonly requests: readonly { readonly title: string; readonly request: object }[];
  readonly secrets: readonly string[];
  readonly security: readonly (readonly string[])[];
}

async function dataOf(operation: object): Promise<Data> {
  const app = fromDocument({
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': { post: { operationId: 'add', responses: { 204: { description: 'Done' } }, ...operation } },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        certificate: { type: 'mutualTLS' },
      },
      schemas: {
        Color: { type: 'string', enum: ['red'] },
        State: { description: 'How it is.', oneOf: [{ const: 'on' }, { const: 'off' }] },
      },
    },
  });
  const page = await (await app.fetch(new Request('http://a/docs'))).text();
  const [, data = ''] = /data-operation="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

const query = (schema: object, others: object = {}) => ({
  parameters: [{ name: 'a', in: 'query', schema, ...others }],
});
const inQuery = { place: 'query.a', name: 'a', isRequired: false };
const sent = (type: string, schema: object, required = false) => ({
  requestBody: { required, content: { [type]: { schema } } },
});
const inFile = { place: 'body', name: 'file', isRequired: false, kind: 'file' };
const inBody = { place: 'body.a', name: 'a', isRequired: false };

it.each<[operation: object, fields: object[]]>([
  [{}, []],
  [query({ type: 'integer' }), [{ ...inQuery, kind: 'number' }]],
  [query({ type: 'number' }, { required: true }), [{ ...inQuery, isRequired: true, kind: 'number' }]],
  [query({ type: 'string' }), [{ ...inQuery, kind: 'text' }]],
  [query({ type: ['null', 'string'], format: 'date' }), [{ ...inQuery, kind: 'date' }]],
  [query({ type: 'boolean' }), [{ ...inQuery, kind: 'choice', options: ['true', 'false'] }]],
  [query({ type: 'array', items: { type: 'string' } }), [{ ...inQuery, kind: 'json' }]],
  [query({ type: 'string' }, { description: 'One. Two.' }), [{ ...inQuery, kind: 'text', about: 'One.' }]],
  [
    query({ type: 'string', description: 'b'.repeat(200) }),
    [{ ...inQuery, kind: 'text', about: `${'b'.repeat(137)}…` }],
  ],
  [query({ type: 'string' }, { in: 'cookie' }), []],
  [
    body({ a: { type: ['string', 'null'], enum: ['b', null] } }),
    [{ ...inBody, kind: 'choice', options: ['"b"'] }],
  ],
  [body({ a: { anyOf: [{ type: 'null' }, { type: 'integer' }] } }), [{ ...inBody, kind: 'number' }]],
  [body({ a: { oneOf: [{ type: 'string' }] } }, ['a']), [{ ...inBody, isRequired: true, kind: 'text' }]],
  [body({ a: { anyOf: [{ type: 'null' }] } }), [{ ...inBody, kind: 'json' }]],
  [
    body({ a: { anyOf: [{ $ref: '#/components/schemas/Color' }, { type: 'null' }] } }),
    [{ ...inBody, kind: 'choice', options: ['"red"'] }],
  ],
  [
    body({ a: { $ref: '#/components/schemas/State' } }),
    [{ ...inBody, kind: 'choice', options: ['"on"', '"off"'], about: 'How it is.' }],
  ],
  [body({ a: { type: 'string', readOnly: true }, 'b.c': { type: 'string' } }), []],
  [json({ type: 'array', items: {} }), []],
  [
    json({ allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, {}] }),
    [{ ...inBody, isRequired: true, kind: 'text' }],
  ],
  [{ requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } }, []],
  [{ requestBody: { content: { 'text/plain': {} } } }, []],
  [sent('application/octet-stream', {}), [inFile]],
  [sent('image/png', { type: 'string', format: 'binary' }, true), [{ ...inFile, isRequired: true }]],
  [
    sent('multipart/form-data', {
      properties: {
        a: { type: 'string', contentMediaType: 'image/png' },
        b: { type: 'array', items: { type: 'string', format: 'binary' } },
        c: { type: 'string' },
      },
    }),
    [
      { ...inBody, kind: 'file' },
      { ...inBody, place: 'body.b', name: 'b', kind: 'file', isSeveral: true },
      { ...inBody, place: 'body.c', name: 'c', kind: 'text' },
    ],
  ],
])('%j has the fields %j', async (operation, fields) => {
  expect((await dataOf(operation)).fields).toEqual(fields);
});

it.each([
  [body({ password: { type: 'string' } }), ['body.password']],
  [body({ pin: { type: 'string', format: 'password' } }), ['body.pin']],
  [query({ type: 'string' }, { name: 'api_key' }), ['query.api_key']],
  [body({ a: { type: 'string' } }), []],
])('%j has the secrets %j', async (operation, secrets) => {
  expect((await dataOf(operation)).secrets).toEqual(secrets);
});

it('examples of a body that have names are requests', async () => {
  const examples = {
    small: { value: { a: 1 } },
    large: { summary: 'A large one', value: { a: 2 } },
    none: {},
  };
  const { requests } = await dataOf(
    json({ type: 'object', properties: { a: { type: 'integer' } } }, examples),
  );
  expect(requests.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Valid request', 'small', 'A large one']),
  );
});

it('examples of a body are requests as long as there is room for them', async () => {
  const length = 400_000;
  const of = (size: number) => ({ value: { a: 'a'.repeat(size) } });
  const examples = { one: of(length), two: of(length), three: of(length), four: of(1), five: of(2) };
  const { requests } = await dataOf(json({}, examples));
  expect(requests.map(({ title }) => title)).toEqual(['Valid request', 'one', 'two', 'four', 'five']);
});

it('the first twenty requests are offered', async () => {
  const examples = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`e${at}`, { value: at }]));
  expect((await dataOf(json({}, examples))).requests.map(({ title }) => title)).toEqual([
    'Valid request',
    ...Object.keys(examples).slice(0, 19),
  ]);
});

it('examples of a body are those of the type that is sent', async () => {
  const of = (name: string) => ({ examples: { [name]: { value: { a: 1 } } } });
  const { requests } = await dataOf({
    requestBody: { content: { 'text/xml': of('xml'), 'application/json': of('json') } },
  });
  expect(requests.map(({ title }) => title)).toEqual(['Valid request', 'json']);
});

it('examples of a parameter that have names are requests', async () => {
  const examples = { two: { summary: 'The second', value: 2 }, plain: {} };
  const { requests } = await dataOf(query({ type: 'integer' }, { examples }));
  expect(requests.slice(1)).toMatchObject([{ title: 'The second', request: { target: '/lamps?a=2' } }]);
});

it('of a client certificate nothing is asked', async () => {
  expect((await dataOf({ security: [{ key: [], certificate: [] }] })).security).toEqual([['key']]);
});

it('the schemes of each way to be authorized are named', async () => {
  expect((await dataOf({ security: [{ key: [] }] })).security).toEqual([['key']]);
});

it('a field with thousands of values has none to choose from', async () => {
  const values = Array.from({ length: 2001 }, (_, at) => `v${at}`);
  const { fields } = await dataOf(query({ type: 'string', enum: values }));
  expect(fields).toEqual([{ ...inQuery, kind: 'text' }]);
});

it('a form has the first sixty fields', async () => {
  const properties = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`p${at}`, {}]));
  const { fields } = await dataOf(sent('application/json', { type: 'object', properties }));
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(properties).slice(0, 60));
});
