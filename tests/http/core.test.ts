import { describe, expect, it } from 'vitest';
import { apiKey, bearer } from '../../src/contract/credential.ts';
import type { Handlers } from '../../src/contract/endpoint.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { refuse, reply } from '../../src/contract/outcome.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional, unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import type { Values } from '../../src/fields/values.ts';
import { createCore } from '../../src/http/core.ts';
import { entriesFormat } from '../../src/http/error-format.ts';
import { type InjectedRequest, inject } from '../../src/http/inject.ts';
import { pydanticWords } from '../../src/http/validation-error.ts';

/** The core without a host: every step of a request, and each way to leave it. */

const row = { summary: '', reply: { status: 200, body: unknown() } } as const;
const lamp = object({ name: text(), watts: integer({ min: 1 }) });
const key = apiKey({ in: 'query', name: 'key', check: (sent) => (sent === 'good' ? 'ada' : undefined) });
const endpoints = {
  getParts: endpoint({
    ...row,
    method: 'GET',
    path: '/parts/{id}',
    params: { id: integer() },
    query: { tag: optional(list(integer())), last: optional(integer()) },
    headers: { 'X-Kind': optional(text()) },
    cookies: { visits: optional(integer()) },
  }),
  getDecoded: endpoint({
    ...row,
    method: 'GET',
    path: '/decoded/{id}',
    params: { id: text() },
    decodesPath: true,
  }),
  postLamp: endpoint({ ...row, method: 'POST', path: '/lamps', body: lamp, refusals: { 409: unknown() } }),
  postKey: endpoint({
    ...row,
    method: 'POST',
    path: '/key',
    body: lamp,
    credential: key,
    refusals: { 401: text() },
  }),
  getToken: endpoint({ ...row, method: 'GET', path: '/token', credential: bearer({ check: 'any' }) }),
  postForm: endpoint({
    ...row,
    method: 'POST',
    path: '/form',
    body: form({ name: text(), tags: optional(list(text())) }),
  }),
  postOpenForm: endpoint({
    ...row,
    method: 'POST',
    path: '/open-form',
    body: { form: { name: text() }, others: 'forbid' },
  }),
  postUnread: endpoint({ ...row, method: 'POST', path: '/unread', body: 'unread' }),
  postBytes: endpoint({ ...row, method: 'POST', path: '/bytes', body: 'bytes' }),
  postOther: endpoint({
    ...row,
    method: 'POST',
    path: '/other',
    body: lamp,
    otherBody: (type) => (type === 'text/plain' ? 'unread' : undefined),
  }),
  putHeaders: endpoint({
    ...row,
    method: 'PUT',
    path: '/headers',
    reply: {
      status: 201,
      body: text(),
      mediaType: 'text/plain',
      headers: { 'X-Text': text(), 'X-Left': integer() },
    },
  }),
  deleteLamp: endpoint({ ...row, method: 'DELETE', path: '/lamps', reply: { status: 204 } }),
};

const handlers: Handlers<typeof endpoints> = {
  getParts: ({ params, query, headers, cookies }) => ({ params, query, headers, cookies }),
  getDecoded: ({ params }) => params,
  postLamp: ({ body }) => (body.watts === 7 ? refuse(409, { taken: body.name }) : body),
  postKey: ({ credential, body }) => [credential, body.name],
  getToken: ({ credential }) => credential,
  postForm: ({ body }) => body,
  postOpenForm: ({ body }) => body,
  postUnread: ({ body }) => body === undefined,
  postBytes: ({ body }) => body.length,
  postOther: ({ body }) => (body === undefined ? 'unread' : body.name),
  putHeaders: () => reply('lit', { headers: { 'X-Text': '1', 'X-Left': 1 } }),
  deleteLamp: () => undefined,
};

const coreOf = (values: Values) => {
  const errors = values === 'fastapi' ? { errors: entriesFormat(pydanticWords) } : {};
  return createCore({ title: '', version: '', endpoints }, handlers, {
    values,
    ...errors,
    limits: { body: 200, depth: 3 },
    errorsPath: '/errors',
  });
};
const cores = { strict: coreOf('strict'), fastapi: coreOf('fastapi') };

/** A line such as `POST /lamps`, headers and a body. */
type Row = readonly [line: string, headers: InjectedRequest['headers'], body: string, expected: string];

function answerTo(values: Values, line: string, headers: InjectedRequest['headers'], body?: string) {
  const [method = '', target = ''] = line.split(' ');
  return inject(cores[values], { method, target, headers, body });
}

const json = { 'Content-Type': 'application/json' };
const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const entry = (type: string, place: string, input: string) =>
  `422 {"detail":[{"type":"${type}","loc":${place},"msg":"*","input":${input}}]}`;

const MALFORMED = '422 {"detail":[{"type":"json_invalid","loc":["body",1],"msg":"*","input":{},"ctx":*}]}';

const same: readonly Row[] = [
  [
    'GET /parts/7?tag=1&tag=2&last=1&last=2',
    { 'x-kind': 'a', COOKIE: 'visits=3' },
    '',
    '200 {"params":{"id":7},"query":{"tag":[1,2],"last":2},"headers":{"X-Kind":"a"},"cookies":{"visits":3}}',
  ],
  [
    'GET http://lamps.example/parts/%37',
    {},
    '',
    '200 {"params":{"id":7},"query":{"tag":null,"last":null},"headers":{"X-Kind":null},"cookies":{"visits":null}}',
  ],
  ['GET /parts/%ff', {}, '', '400 {"detail":"The path must have id in percent-encoded UTF-8, without NUL"}'],
  ['GET /decoded/a%20b', {}, '', '200 {"id":"a b"}'],
  ['GET /decoded/a%2fb', {}, '', '404 {"detail":"Not Found"}'],
  ['GET /nowhere', {}, '', '404 {"detail":"Not Found"}'],
  ['GET /parts/7/', {}, '', '307 '],
  ['GET *', {}, '', '400 {"detail":"The target * is for OPTIONS only"}'],
  ['OPTIONS *', {}, '', '204 '],
  ['OPTIONS /lamps', {}, '', '204 '],
  ['GET /lamps', {}, '', '405 {"detail":"Method Not Allowed"}'],
  ['DELETE /lamps', {}, '', '204 '],
  ['PUT /headers', {}, '', '201 "lit"'],
  ['POST /lamps', json, '{"name":"Desk","watts":4}', '200 {"name":"Desk","watts":4}'],
  ['POST /lamps', json, '{"name":"Desk","watts":7}', '409 {"detail":{"taken":"Desk"}}'],
  ['POST /lamps', json, ' '.repeat(201), '413 {"detail":"The body is larger than 200 bytes"}'],
  ['POST /lamps', { 'Content-Length': '201' }, '', '413 {"detail":"The body is larger than 200 bytes"}'],
  ['DELETE /lamps', { 'Content-Length': '201' }, '', '413 {"detail":"The body is larger than 200 bytes"}'],
  ['GET /token', { Authorization: 'Bearer t' }, '', '200 "t"'],
  ['GET /token', {}, '', '401 {"detail":"Not authenticated"}'],
  ['POST /key?key=good', json, '{"name":"Desk","watts":4}', '200 ["ada","Desk"]'],
  ['POST /key?key=bad', json, '{"name":"Desk","watts":4}', '401 {"detail":"Invalid credentials"}'],
  [
    'POST /form',
    urlEncoded,
    'name=Desk&name=Table&tags=a&tags=b&more=1',
    '200 {"name":"Table","tags":["a","b"]}',
  ],
  ['POST /open-form', urlEncoded, 'name=Desk', '200 {"name":"Desk"}'],
  ['POST /open-form', urlEncoded, 'name=Desk&more=1', entry('extra_forbidden', '["body","more"]', '"1"')],
  [
    'POST /open-form',
    urlEncoded,
    'name=Desk&more=1&more=2',
    entry('extra_forbidden', '["body","more"]', '["1","2"]'),
  ],
  ['POST /unread', { 'Content-Type': 'image/png' }, '\0', '200 true'],
  ['POST /bytes', { 'Content-Encoding': 'gzip' }, 'abc', '200 3'],
  ['POST /other', { 'Content-Type': 'text/plain' }, 'a lamp', '200 "unread"'],
  ['POST /other', json, '{"name":"Desk","watts":4}', '200 "Desk"'],
];

const strict: readonly Row[] = [
  ...same,
  ['GET /parts/x', {}, '', entry('int_parsing', '["path","id"]', '"x"')],
  ['GET /parts/7?tag=x', {}, '', entry('int_parsing', '["query","tag",0]', '"x"')],
  ['GET /parts/7', { Cookie: 'visits=x' }, '', entry('int_parsing', '["cookie","visits"]', '"**********"')],
  ['POST /lamps', json, '{"name":"Desk","watts":0}', entry('greater_than_equal', '["body","watts"]', '0')],
  ['POST /lamps', json, '{"name":"Desk","watts":1.50}', entry('int_from_float', '["body","watts"]', '1.50')],
  ['POST /lamps', json, '{"name":1e400,"watts":1}', entry('string_type', '["body","name"]', '1e400')],
  ['POST /lamps', json, '{"name":"a\\/b"}', entry('missing', '["body","watts"]', '{"name":"a\\/b"}')],
  ['POST /lamps', json, '', entry('missing', '["body"]', 'null')],
  ['POST /lamps', { 'Content-Type': 'text/plain' }, '', entry('missing', '["body"]', 'null')],
  [
    'POST /lamps',
    { 'Content-Type': 'text/plain' },
    '{}',
    '415 {"detail":"The content type of the body must be application/json"}',
  ],
  ['POST /lamps', json, '{', '400 {"detail":"Malformed JSON at line 1, column 2: *"}'],
  ['POST /lamps', json, '[[[[]]]]', '400 {"detail":"The body is nested more than 3 levels deep"}'],
  ['POST /key', json, '{', '401 {"detail":"Not authenticated"}'],
  ['POST /form', urlEncoded, 'name=', entry('missing', '["body","name"]', 'null')],
  [
    'POST /form',
    json,
    '{}',
    '415 {"detail":"The content type of the body must be multipart/form-data or application/x-www-form-urlencoded"}',
  ],
  [
    'POST /form',
    { 'Content-Type': 'multipart/form-data' },
    'x',
    '400 {"detail":"The content type of the form has no boundary"}',
  ],
];

const fastapi: readonly Row[] = [
  ...same,
  ['GET /parts/x', {}, '', entry('int_parsing', '["path","id"]', '"x"')],
  ['POST /lamps', json, '', entry('missing', '["body"]', 'null')],
  ['POST /lamps', json, '{', MALFORMED],
  ['POST /lamps', json, '[[[[]]]]', '400 {"detail":"There was an error parsing the body"}'],
  ['POST /lamps', {}, '{}', entry('model_attributes_type', '["body"]', '"{}"')],
  [
    'POST /lamps',
    { 'Content-Type': 'text/plain' },
    'a "lamp"',
    entry('model_attributes_type', '["body"]', '"a \\"lamp\\""'),
  ],
  ...['application', 'text/json', 'application/json/x', 'application/jsonx'].map(
    (type): Row => [
      'POST /lamps',
      { 'Content-Type': type },
      '7',
      entry('model_attributes_type', '["body"]', '"7"'),
    ],
  ),
  [
    'POST /lamps',
    { 'Content-Type': 'application/a+json;b=c' },
    '7',
    entry('model_attributes_type', '["body"]', '7'),
  ],
  [
    'POST /lamps',
    json,
    '{"name":"Desk","watts":0}',
    '422 {"detail":[{"type":"greater_than_equal","loc":["body","watts"],"msg":"*","input":0,"ctx":{"ge":1}}]}',
  ],
  ['POST /key', json, '{', MALFORMED],
  ['POST /key', json, '{"name":"Desk","watts":4}', '401 {"detail":"Not authenticated"}'],
  ['POST /form', json, '{"name":"Desk"}', entry('missing', '["body","name"]', 'null')],
];

/** The expected text, in which a star stands for words. */
function patternOf(expected: string): RegExp {
  const escaped = expected.replace(/[.+?^$()|[\]{}\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.+')}$`);
}

describe.each([
  ['strict', strict],
  ['fastapi', fastapi],
] as const)('where values are %s', (values, rows) => {
  it.each(rows)('%s, %j, %j: %s', (line, headers, body, expected) => {
    const { status, body: text } = answerTo(values, line, headers, body);
    expect(`${status} ${text}`).toMatch(patternOf(expected));
  });
});

describe('the headers of a reply', () => {
  const JSON_HEADERS = 'Content-Type: application/json\r\nX-Content-Type-Options: nosniff\r\n';
  const CORS = 'Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: *\r\n';
  const NO_STORE = 'Cache-Control: no-store\r\n';

  it.each([
    ['GET /parts/7', {}, JSON_HEADERS],
    ['GET /parts/x', {}, JSON_HEADERS + NO_STORE],
    ['GET /nowhere', {}, JSON_HEADERS + NO_STORE],
    ['GET /token', { Authorization: 'Bearer t' }, JSON_HEADERS + NO_STORE],
    ['GET /token', {}, `${JSON_HEADERS + NO_STORE}WWW-Authenticate: Bearer\r\n`],
    ['GET /lamps', {}, `${JSON_HEADERS + NO_STORE}Allow: POST, DELETE, OPTIONS\r\n`],
    ['GET /parts/7/?a', {}, 'X-Content-Type-Options: nosniff\r\nLocation: ../7?a\r\n'],
    ['DELETE /lamps', {}, 'X-Content-Type-Options: nosniff\r\n'],
    [
      'PUT /headers',
      {},
      'Content-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\nX-Text: 1\r\nX-Left: 1\r\n',
    ],
    [
      'OPTIONS /token',
      {},
      'X-Content-Type-Options: nosniff\r\nAllow: GET, HEAD, OPTIONS\r\nAccess-Control-Allow-Methods: GET, HEAD, OPTIONS\r\nAccess-Control-Allow-Headers: *, Authorization\r\nAccess-Control-Max-Age: 600\r\n',
    ],
  ])('to %s with %j', (line, headers, expected) => {
    const sent = { ...headers, 'X-Request-Id': 'mine' };
    expect(answerTo('strict', line, sent).headers).toBe(`${expected}${CORS}X-Request-Id: mine\r\n`);
  });

  it('has a request id of its own for one that is not plain', () => {
    const { headers } = answerTo('strict', 'GET /nowhere', { 'X-Request-Id': 'a b' });
    expect(headers).toMatch(/\r\nX-Request-Id: [\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\r\n$/);
  });
});

it('a problem document links to the page of errors', () => {
  const { headers, body } = answerTo('strict', 'GET /a/b', { Accept: 'application/problem+json' });
  expect(headers).toMatch(/^Content-Type: application\/problem\+json\r\nVary: Accept\r\n/);
  expect(JSON.parse(body)).toMatchObject({ type: '../errors#status-404', detail: 'There is no such path.' });
});

it('the path of a target is the one that the contract declares', () => {
  const targets = ['/parts/7?tag=1', 'http://lamps.example/lamps', '/nowhere', '/parts/7/'];
  expect(targets.map((target) => cores.strict.routeOf(target))).toEqual([
    '/parts/{id}',
    '/lamps',
    undefined,
    undefined,
  ]);
});

it('a body that breaks off gets a 400', () => {
  const answer = cores.strict.receive({ method: 'POST', target: '/lamps', header: () => undefined });
  if (answer.kind !== 'body') throw new Error(answer.kind);
  expect(answer.limit).toBe(200);
  expect(answer.brokenOff()).toMatchObject({ status: 400, body: '{"detail":"The body broke off"}' });
  expect(answer.overflow()).toMatchObject({ status: 413 });
});
