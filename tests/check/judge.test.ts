import { expect, it } from 'vitest';
import { judgeOf } from '../../src/check/judge.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app as practice } from '../../src/practice/app.ts';

/** What is wrong with a request or a reply, by a document. */

const json = (schema: unknown, others: Readonly<Record<string, unknown>> = {}) => ({
  description: 'A reply',
  content: { 'application/json': { schema } },
  ...others,
});
const lamp = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getLamp',
        responses: {
          200: json(
            { $ref: '#/components/schemas/Lamp' },
            {
              headers: {
                ETag: { required: true, schema: { type: 'string' } },
                'X-Share': { schema: { type: 'number' } },
                'X-Left': { schema: { type: 'integer' } },
                'X-List': { schema: { type: 'array' } },
              },
            },
          ),
          204: json(true),
          206: { description: 'A part', content: { 'text/*': {}, 'application/pdf': {} } },
          208: json({
            type: 'object',
            required: ['key', 'made'],
            properties: {
              key: { type: 'string', writeOnly: true },
              made: { type: 'string', readOnly: true },
            },
          }),
          207: { description: 'Anything', content: { '*/*': { schema: lamp } } },
          '4XX': json({ required: ['error'] }),
          422: json({ $ref: '#/components/schemas/HTTPValidationError' }),
        },
      },
      put: {
        operationId: 'changeLamp',
        requestBody: { $ref: '#/components/requestBodies/Lamp' },
        responses: {},
      },
      delete: { operationId: 'deleteLamp', responses: { default: { description: 'Gone' } } },
    },
    '/lamps': {
      put: {
        operationId: 'loadLamp',
        requestBody: {
          content: {
            'text/plain': {},
            'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } },
          },
        },
        responses: {},
      },
      post: {
        operationId: 'sendLamp',
        requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
        responses: { 200: { description: 'Sent', content: { 'application/json': {}, 'text/html': {} } } },
      },
    },
    '/häuser': { get: { operationId: 'listHouses', responses: {} } },
  },
  components: {
    requestBodies: {
      Lamp: {
        content: {
          'application/json': {
            schema: { properties: { name: {} }, allOf: [{ $ref: '#/components/schemas/Lamp' }] },
          },
        },
      },
    },
    schemas: { Lamp: lamp, HTTPValidationError: {} },
  },
};
const judge = judgeOf(fromDocument(document, { basePath: '/api' })[hosting]);

const reply = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  body,
  header: (name: string) => ({ 'content-type': 'application/json', etag: '"1"', ...headers })[name],
});

it.each([
  ['as declared', reply(200, '{"id":1,"tags":["a"]}'), undefined],
  [
    'with a type in capitals and parameters',
    reply(200, '{"id":1}', { 'content-type': 'Application/JSON; charset=utf-8' }),
    undefined,
  ],
  ['without a property', reply(200, '{}'), 'body.id: body.id is missing'],
  ['with a value of another type', reply(200, '{"id":"1"}'), 'body.id: body.id must be an integer'],
  ['with a wrong item', reply(200, '{"id":1,"tags":["a",7]}'), 'body.tags.1: body.tags.1 must be a string'],
  ['that is not JSON', reply(200, '{"id":'), 'body: the body is not JSON'],
  ['that is empty', reply(200, ''), 'body: the body is empty instead of application/json'],
  [
    'in HTML',
    reply(200, '<p>', { 'content-type': 'text/html' }),
    'content type: the content type is text/html instead of application/json',
  ],
  [
    'without a content type',
    reply(200, '{"id":1}', { 'content-type': undefined as never }),
    'content type: there is no content type, instead of application/json',
  ],
  [
    'without a required header',
    reply(200, '{"id":1}', { etag: undefined as never }),
    'header.ETag: the header ETag is missing',
  ],
  [
    'with a malformed header',
    reply(200, '{"id":1}', { 'x-left': 'ten' }),
    'header.X-Left: the header X-Left must be an integer',
  ],
  [
    'with a malformed number in a header',
    reply(200, '{"id":1}', { 'x-share': 'half' }),
    'header.X-Share: the header X-Share must be a number',
  ],
  ['with a list in a header', reply(200, '{"id":1}', { 'x-list': 'a,b' }), undefined],
  ['that has no body by its status', reply(204, ''), undefined],
  ['of a range of types', reply(206, 'a', { 'content-type': 'text/csv' }), undefined],
  [
    'of no range of types',
    reply(206, 'a', { 'content-type': 'image/png' }),
    'content type: the content type is image/png instead of text/* or application/pdf',
  ],
  [
    'of any type',
    reply(207, '{}', { 'content-type': 'application/problem+json' }),
    'body.id: body.id is missing',
  ],
  ['without what only requests have', reply(208, '{"made":"now"}'), undefined],
  ['without what only replies have', reply(208, '{"key":"a"}'), 'body.made: body.made is missing'],
  ['of a range of statuses', reply(418, '{}'), 'body.error: body.error is missing'],
  [
    'of an undeclared status',
    reply(302, ''),
    'status: the status is 302 instead of 200, 204, 206, 207, 208, 422, 4XX',
  ],
  ['of a status that every server may send', reply(503, 'busy'), undefined],
])('a reply %s', async (_, given, expected) => {
  const mistake = await judge.reply('getLamp', given);
  expect(mistake && `${mistake.place}: ${mistake.what}`).toBe(expected);
});

it('takes any reply of an operation that declares none, or a default', async () => {
  expect(await judge.reply('listHouses', reply(299, ''))).toBeUndefined();
  expect(await judge.reply('deleteLamp', reply(299, 'gone'))).toBeUndefined();
  expect(await judge.reply('nothing', reply(299, ''))).toBeUndefined();
});

it('allows a page in HTML where another status declares anything but JSON', () => {
  const page = reply(404, '<p>', { 'content-type': 'text/html' });
  for (const name of ['getLamp', 'sendLamp']) expect(judge.declared(name)?.pageMistake(page)).toBeUndefined();
  expect(judge.declared('listHouses')?.pageMistake(page)?.what).toBe(
    'the content type is text/html, which is not declared',
  );
});

it('knows which errors are in the format of FastAPI', () => {
  const declared = judge.declared('getLamp');
  expect([422, 400, 500].map((status) => declared?.hasEntries(status))).toEqual([true, false, false]);
});

it.each([
  ['getLamp', []],
  ['changeLamp', ['id', 'tags', 'name']],
  ['loadLamp', ['file']],
  ['sendLamp', []],
])('knows the properties of the body of %s', (name, expected) => {
  expect(judge.declared(name)?.bodyProperties()).toEqual(expected);
});

it.each([
  ['GET', '/api/lamps/7?a=b', 'getLamp'],
  ['HEAD', '/api/lamps/7', 'getLamp'],
  ['DELETE', '/api/lamps/7', 'deleteLamp'],
  ['GET', '/api/h%C3%A4user', 'listHouses'],
  ['PATCH', '/api/lamps/7', undefined],
  ['OPTIONS', '/api/lamps/7', undefined],
  ['GET', '/lamps/7', undefined],
])('%s %s is for %s', (method, target, expected) => {
  expect(judge.endpointOf({ method, target })).toBe(expected);
});

it('tells how a request is refused', async () => {
  const request = { method: 'GET', headers: {} };
  expect(await judge.request({ ...request, target: '/api/lamps/7' })).toBeUndefined();
  expect(await judge.request({ ...request, target: '/api/lamps/ten' })).toMatchObject({
    status: 422,
    entries: [{ type: 'int_parsing', loc: ['path', 'id'] }],
  });
  expect(await judge.request({ ...request, target: '/nothing' })).toMatchObject({ status: 404, entries: [] });
});

it('says nothing of a request that is sent to another address', async () => {
  const asked = { method: 'GET', headers: {}, target: '/search?query=lamp' };
  expect(practice[hosting].dryRun().inject(asked)?.status).toBe(307);
  expect(await judgeOf(practice[hosting]).request(asked)).toBeUndefined();
});

it('says nothing of a request that takes too long to judge', async () => {
  const late = { kind: 'reply', status: 503, headers: '', body: '', id: '' } as const;
  const dryRun = () => ({ ...practice[hosting].dryRun(), core: () => ({ ...core, receive: () => late }) });
  const core = practice[hosting].build();
  const asked = { method: 'GET', headers: {}, target: '/' };
  expect(await judgeOf({ ...practice[hosting], dryRun }).request(asked)).toBeUndefined();
});

it.each<
  [
    what: string,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    said: readonly unknown[],
  ]
>([
  ['a path', 'GET', '/nothing', {}, '', [404, 'path', 'not_found', 'the document has no such path', 'open']],
  [
    'a method',
    'PATCH',
    '/api/lamps/7',
    {},
    '',
    [405, 'method', 'not_allowed', 'the document has no such method for this path', 'certain'],
  ],
  [
    'an encoding',
    'PUT',
    '/api/lamps/7',
    { 'content-encoding': 'zstd' },
    '{"id":1}',
    [415, 'body', 'content_encoding', 'the body has a content encoding', 'debatable'],
  ],
  [
    'a type',
    'PUT',
    '/api/lamps/7',
    { 'content-type': 'text/plain' },
    '{"id":1}',
    [415, 'body', 'content_type', 'the content type of the body is not declared', 'open'],
  ],
  [
    'a body',
    'PUT',
    '/api/lamps/7',
    {},
    '{"id":',
    [400, 'body', 'json_invalid', "the body can't be read", 'certain'],
  ],
  [
    'a target',
    'GET',
    '/api/lamps/%FF',
    {},
    '',
    [400, 'path', 'malformed', "the path can't be read", 'debatable'],
  ],
  [
    'a parameter',
    'GET',
    '/api/lamps/ten',
    {},
    '',
    [422, 'path.id', 'int_parsing', 'path.id must be an integer', 'certain'],
  ],
  [
    'a property',
    'PUT',
    '/api/lamps/7',
    {},
    '{}',
    [422, 'body.id', 'missing', 'body.id is missing', 'certain'],
  ],
])('says what is wrong with a request: %s', async (_, method, target, headers, body, said) => {
  const request = { method, target, headers: { 'content-type': 'application/json', ...headers }, body };
  const { status, place, type, what, certainty } = (await judge.request(request)) ?? {};
  expect([status, place, type, what, certainty]).toEqual(said);
});

it('tells a body with a content encoding from one of another type', async () => {
  const sent = async (headers: Readonly<Record<string, string>>) => {
    const request = { method: 'PUT', target: '/api/lamps/7', headers, body: '{"id":1}' };
    const { place, type, certainty } = (await judge.request(request)) ?? {};
    return [place, type, certainty];
  };
  const type = { 'content-type': 'application/json' };
  expect(await sent({ ...type, 'content-encoding': 'zstd' })).toEqual([
    'body',
    'content_encoding',
    'debatable',
  ]);
  expect(await sent({ 'content-type': 'text/plain' })).toEqual(['body', 'content_type', 'open']);
});

it('says nothing about the replies of an app that is not made from a document', async () => {
  expect(await judgeOf(practice[hosting]).reply('createUser', reply(299, ''))).toBeUndefined();
});
