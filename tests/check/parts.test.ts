import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { shapeDifference } from '../../src/cases/compare.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { basisOf } from '../../src/cases/rules.ts';
import { Coverage } from '../../src/check/coverage.ts';
import { byContract, byDocument, byService } from '../../src/check/expectation.ts';
import { judgeOf } from '../../src/check/judge.ts';
import { Pace, sendPatiently, waitOf } from '../../src/check/patience.ts';
import {
  baseParts,
  credentialTest,
  inOrder,
  unknownIds,
  unusualCases,
  wrongCredentials,
} from '../../src/check/plan.ts';
import { har } from '../../src/check/reporters/har.ts';
import type { ReportOptions } from '../../src/check/reporters/reporter.ts';
import { Resources } from '../../src/check/resources.ts';
import type { Pairs, Result } from '../../src/check/result.ts';
import { concealer } from '../../src/check/secrets.ts';
import { NoReply, reasonOf, type SendOptions, send, withQuery } from '../../src/check/sender.ts';
import { given as stepsTo } from '../../src/documents/ahead.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app as practice } from '../../src/practice/app.ts';
import { defined } from '../../src/text/guards.ts';
import { VERSION } from '../../src/version.ts';
import { serve } from './_server.ts';

/** The parts of a check, each by itself. */

const received = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  body,
  header: (name: string) => headers[name],
});

describe('the time that a busy service asks to wait', () => {
  it.each([
    ['2', 0, 2000],
    ['Thu, 01 Jan 1970 00:00:03 GMT', 0, 2000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0, 0],
    ['9999', 0, 10_000],
    ['', 0, 100],
    ['soon', 1, 200],
    ['3 or 4', 0, 100],
  ])('%j after %i repeats', (retryAfter, repeats, expected) => {
    expect(waitOf(retryAfter, repeats, 1000)).toBe(expected);
  });
});

describe('a busy service', () => {
  async function sendTo(statuses: readonly number[]) {
    let count = 0;
    const server = createServer((_, response) => {
      response.writeHead(statuses[count++] ?? 200, { 'Retry-After': '0' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const request = { method: 'GET', target: '/', headers: {}, body: undefined };
    const options = {
      headers: [],
      query: [],
      timeout: 5000,
      signal: new AbortController().signal,
      pace: new Pace(1000),
      expects: 200,
    };
    const reply = await sendPatiently(origin, request, options);
    return { count, status: 'status' in reply ? reply.status : reply.why };
  }

  it.each([
    [[503, 200], 2, 200],
    [[429, 503, 201], 3, 201],
    [[503, 503, 503, 200], 3, 503],
    [[404], 1, 404],
  ])('that answers %j is asked %i times', async (statuses, count, status) => {
    expect(await sendTo(statuses)).toEqual({ count, status });
  });
});

describe('a request that is sent', () => {
  const request = {
    method: 'GET',
    target: '/lamps?a=1&b=2',
    headers: { 'x-own': '1', Accept: '*/*' },
    body: undefined,
  };
  const options = { headers: [], query: [], timeout: 5000, signal: new AbortController().signal };

  /** Sends a request to a server that answers with these bytes, and returns the head of the request and what came back. */
  async function exchanged(bytes: string, given: Partial<SendOptions> = {}, path = '') {
    let head = '';
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (chunk) => {
        head = String(chunk);
        if (bytes === 'cut') socket.resetAndDestroy();
        else if (bytes !== 'silent') socket.end(bytes);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reply = await send(`http://127.0.0.1:${port}${path}`, request, { ...options, ...given });
    return { head, reply };
  }

  it.each([
    ['cut', 'the connection was cut'],
    ['SSH-2.0-OpenSSH\r\n', 'the reply is not HTTP (Parse Error: Expected HTTP/, RTSP/ or ICE/)'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', 'the connection was cut'],
    [
      `HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n${'a'.repeat(9_000_000)}`,
      'a reply of more than 8388608 bytes',
    ],
  ])('gets no reply: %#', async (bytes, why) => {
    expect((await exchanged(bytes)).reply).toEqual(new NoReply(why));
  });

  it('is not waited for longer than the time limit', async () => {
    expect((await exchanged('silent', { timeout: 20 })).reply).toEqual(new NoReply('no reply within 20 ms'));
  });

  it('goes nowhere if nothing listens', async () => {
    expect(await send('http://127.0.0.1:1', request, options)).toEqual(new NoReply('nothing listens there'));
  });

  it('has the headers and parameters that are given, in place of its own', async () => {
    const given = { headers: [['X-Own', '2'] as const], query: [['a', 'é'] as const, ['c d', '&'] as const] };
    const { head, reply } = await exchanged('HTTP/1.1 204 Gone\r\nX-A: 1\r\nx-a: 2\r\n\r\n', given, '/api');
    const [line, ...lines] = head.trim().split('\r\n');
    expect(line).toBe('GET /api/lamps?b=2&a=%C3%A9&c%20d=%26 HTTP/1.1');
    expect(lines.filter((each) => /^(?:x-own|accept)/i.test(each))).toEqual(['Accept: */*', 'X-Own: 2']);
    expect(reply).toMatchObject({
      status: 204,
      body: '',
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    });
    expect('header' in reply && [reply.header('x-a'), reply.header('x-b')]).toEqual(['1, 2', undefined]);
  });

  it.each([
    ['session=1; lang=en', 'session=2', 'lang=en; session=2'],
    ['session=1; lang=en', 'lang=de;a=b', 'session=1; lang=de;a=b'],
    ['session=1', 'session', 'session'],
    [undefined, 'session=2', 'session=2'],
  ])('with the cookies %s has those that are given in place of its own: %s', async (own, given, expected) => {
    const server = await serve(undefined, async ({ headers }) => new Response(headers.get('cookie')));
    const headers: Record<string, string> = own === undefined ? {} : { Cookie: own };
    const asked = { method: 'GET', target: '/', headers, body: undefined };
    const reply = await send(server.address, asked, { ...options, headers: [['cookie', given]] });
    await server.close();
    expect(reply).toMatchObject({ body: expected });
  });
});

it.each<[target: string, query: Pairs, sent: string]>([
  ['/lamps?', [], '/lamps?'],
  ['/lamps', [['a', '1']], '/lamps?a=1'],
  ['/lamps?', [['a', '']], '/lamps?a='],
  ['/lamps?a=0&b=2&a=3&&a', [['a', '1']], '/lamps?b=2&a=1'],
  ['/lamps?%61=0&b=a=7&aa=1', [['a', '1']], '/lamps?b=a=7&aa=1&a=1'],
  ['/lamps?b=1?2&a+b=\n', [['a b', '=&']], '/lamps?b=1?2&a%20b=%3D%26'],
  [
    '/lamps?b=1',
    [
      ['a', '1'],
      ['a', '2'],
    ],
    '/lamps?b=1&a=1&a=2',
  ],
])('a request to %s with the parameters %j is sent to %s', (target, query, sent) => {
  expect(withQuery(target, query)).toBe(sent);
});

it.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'the connection was cut'],
  ['EPIPE', 'the connection was cut'],
  ['ENOTFOUND', 'there is no such host'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'the reply broke off'],
  ['HPE_INVALID_CONSTANT', 'the reply is not HTTP (in English)'],
  ['CERT_HAS_EXPIRED', 'in English'],
  ['toString', 'in English'],
  [undefined, 'in English'],
])('an error with the code %s is one because %s', (code, why) => {
  expect(reasonOf(Object.assign(new Error('in English'), { code }))).toBe(why);
});

it.each(['DELETE', 'GET', 'OPTIONS', 'POST'])('a body is sent with any method: %s', async (method) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(`${request.method} ${request.headers['content-length']} ${Buffer.concat(chunks)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { headers: [], query: [], timeout: 5000, signal: new AbortController().signal };
  const request = { method, target: '/', headers: {}, body: 'wörd' };
  expect(await send(`http://127.0.0.1:${port}`, request, options)).toMatchObject({
    body: `${method} 5 wörd`,
  });
});

it('a pause ends at once when the check is stopped', async () => {
  const controller = new AbortController();
  const onceInAnHour = new Pace(1 / 3600);
  await onceInAnHour.wait(controller.signal);
  const waiting = onceInAnHour.wait(controller.signal);
  let isOver = false;
  waiting.then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  controller.abort();
  expect(await waiting).toBeUndefined();
});

describe('bodies of the same shape', () => {
  it.each([
    ['{"a":1}', '{"a":2}', undefined],
    ['{"a":1}', '{}', 'the body has no a'],
    ['{}', '{"a":1}', 'the body has a surplus a'],
    ['{"a":{"b":1}}', '{"a":{"b":"1"}}', 'the body.a.b is a string instead of a number'],
    ['[{"a":1}]', '[{}]', 'the body[0] has no a'],
    ['[]', '[1]', undefined],
    ['[1]', '[]', undefined],
    ['{"a":null}', '{"a":1}', undefined],
    ['{"a":1}', '{"a":null}', undefined],
    ['{"a":1}', '{"a":1.0000000000000000001}', undefined],
    ['{"a":1}', '<p>', 'the body is not JSON instead of a object'],
    ['<p>', '<b>', undefined],
  ])('%s and %s', (expected, other, says) => {
    expect(shapeDifference(expected, other)).toBe(says);
  });
});

const json = (schema: unknown, others = {}) => ({
  description: 'A reply',
  content: { 'application/json': { schema } },
  ...others,
});
const body = (schema: unknown) => ({ required: true, content: { 'application/json': { schema } } });
const key = { in: 'header', type: 'apiKey', name: 'X-Key' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    '/shops/': {
      post: {
        operationId: 'createShop',
        security: [{ basic: [] }],
        requestBody: body({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
        responses: {
          201: json(
            {},
            {
              links: {
                plain: { operationId: 'getReport', parameters: { report: '$response.body#/reports/0/x~1y' } },
                header: { operationId: 'getStamp', parameters: { stamp: '$response.header.X-Stamp' } },
                none: { operationRef: '#/nowhere' },
              },
            },
          ),
        },
      },
    },
    '/shops/{shop}': {
      get: { operationId: 'getShop', security: [{ key: [] }], responses: { 200: json({}) } },
    },
    '/shops/{shop}/lamps': {
      post: { operationId: 'createLamp', responses: { default: json({}) } },
      head: { operationId: 'headLamps', responses: { 200: { description: 'None' } } },
    },
    '/shops/{shop}/lamps/{id}': {
      get: { operationId: 'getLamp', security: [{ query: [] }], responses: { 200: json({}), 404: json({}) } },
      delete: { operationId: 'deleteLamp', responses: { 204: { description: 'Gone' } } },
    },
    '/reports/{report}': {
      get: {
        operationId: 'getReport',
        responses: { 200: json({}), 422: json({ $ref: '#/components/schemas/HTTPValidationError' }) },
      },
    },
    '/stamps/{stamp}': {
      get: { operationId: 'getStamp', responses: { 200: json({}), '4XX': json({ required: ['a'] }) } },
    },
  },
  components: {
    schemas: { HTTPValidationError: {} },
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      key,
      query: { ...key, in: 'query' },
    },
  },
};
const app = fromDocument(document)[hosting];
const subject = wholeSubjectOf(app);
const judge = judgeOf(app);
const endpoint = (name: string) => defined(app.contract.endpoints[name]);
const operation = (name: string) => defined(inOrder(subject).find((each) => each.name === name));
const caseNamed = (id: string) => defined([...casesOf(subject)].find((each) => each.id === id));

describe('what a request creates', () => {
  const linksOf = (name: string) => judge.declared(name)?.links(201) ?? [];
  const made = (
    ...replies: readonly [name: string, params: Record<string, string>, reply: ReturnType<typeof received>][]
  ) => {
    const resources = new Resources(app.contract);
    for (const [name, params, reply] of replies) resources.add(endpoint(name), params, reply, linksOf(name));
    return resources;
  };

  it.each([
    ['by the name of the parameter', received(201, '{"shop":"a"}'), { shop: 'a' }],
    ...['id', '_id', 'uuid', 'key', 'slug'].map((name): [string, ReturnType<typeof received>, object] => [
      `by the usual name ${name}`,
      received(201, JSON.stringify({ name: 'b', [name]: 'a' })),
      { shop: 'a' },
    ]),
    [
      'by the first of several names',
      received(201, '{"slug":"b","data":{"shop":"c"},"id":7}'),
      { shop: '7' },
    ],
    ['by a second name, as the first is empty', received(201, '{"id":"","slug":"b"}'), { shop: 'b' }],
    ['within an object', received(201, '{"tags":[{"id":5}],"data":{"id":7}}'), { shop: '7' }],
    ['at the end of the location', received(201, '', { location: '/shops/9/?a=b' }), { shop: '9' }],
    ['at the end of an address', received(201, 'x', { location: 'http://a/shops/9#top' }), { shop: '9' }],
    [
      'at the end of the location, and not in a list',
      received(201, '[{"id":5}]', { location: '9' }),
      { shop: '9' },
    ],
    ['nowhere', received(201, '{"id":1.5}'), {}],
    ['nowhere, as the text is empty', received(201, '{"id":""}'), {}],
    ['nowhere, as the text is too long', received(201, JSON.stringify({ id: 'a'.repeat(201) })), {}],
    ['in a long text', received(201, JSON.stringify({ id: 'a'.repeat(200) })), { shop: 'a'.repeat(200) }],
    ['in no reply that sends elsewhere', received(300, '{"id":7}'), {}],
    ['in no reply that is an error', received(400, '{"id":7}'), {}],
  ])('has its id %s', (_, reply, params) => {
    expect(made(['createShop', {}, reply]).paramsFor('/shops/{shop}/lamps')).toStrictEqual(params);
  });

  it('has the ids that links name', () => {
    const reply = received(201, '{"id":1,"reports":[{"x/y":"r"}]}', { 'x-stamp': 's' });
    const resources = made(['createShop', {}, reply]);
    expect(resources.paramsFor('/reports/{report}')).toEqual({ report: 'r' });
    expect(resources.paramsFor('/stamps/{stamp}')).toEqual({ stamp: 's' });
  });

  it('has its own id where a link leads to nothing', () => {
    const resources = made(['createShop', {}, received(201, '{"id":1,"reports":[null]}')]);
    expect(resources.paramsFor('/reports/{report}')).toStrictEqual({ report: '1' });
  });

  it.each([
    ['a constant', 'a $response.body#/x'],
    ['a place within a text', '$response.body#/x/length'],
    ['a place within null', '$response.body#/none/x'],
    ['a header that is not there', '$response.header.x'],
  ])('has no id by the parameter of a link that is %s', (_, report) => {
    const resources = new Resources(app.contract);
    const parameters = { report };
    resources.add(endpoint('createShop'), {}, received(201, '{"id":1,"x":"r","none":null}'), [
      { operation: 'getReport', parameters },
    ]);
    expect(resources.paramsFor('/reports/{report}')).toEqual({ report: '1' });
  });

  it('is found by the first id of each kind, with the ids of what contains it', () => {
    const resources = made(
      ['createShop', {}, received(201, '{"id":1}')],
      ['createShop', {}, received(201, '{"id":2}')],
      ['createLamp', { shop: '1' }, received(201, '{"id":5}')],
    );
    expect(resources.paramsFor('/shops/{shop}/lamps/{id}')).toEqual({ shop: '1', id: '5' });
    expect(resources.paramsFor('/shops/{shop}/lamps')).toEqual({ shop: '1' });
    expect(resources.paramsFor('/shops/')).toEqual({});
  });

  it.each([
    ['createShop', 201, { etag: '"a"' }, '"a"', '"a"'],
    ['getShop', 200, { etag: '"a"' }, undefined, '"a"'],
    ['createShop', 300, { etag: '"a"' }, undefined, undefined],
    ['createShop', 201, { etag: '' }, undefined, undefined],
    ['createShop', 201, {}, undefined, undefined],
  ])('has the tag of the reply to %s with %i and %j', (name, status, headers, ofAll, ofOne) => {
    const resources = made([name, {}, received(status, '{"id":1}', headers)]);
    expect(['/shops/', '/shops'].map((path) => resources.tagFor(path))).toEqual([ofAll, ofAll]);
    expect(resources.tagFor('/shops/{shop}')).toBe(ofOne);
    expect(resources.tagFor('/shops/{shop}/lamps')).toBeUndefined();
  });

  it('has no tag of the list that it is in', () => {
    const resources = made(['headLamps', { shop: '1' }, received(200, '', { etag: '"a"' })]);
    expect(resources.tagFor('/shops/{shop}/lamps/')).toBe('"a"');
    expect(resources.tagFor('/shops/{shop}/lamps/{id}')).toBeUndefined();
  });

  it('is deleted once, and no more than a thousand times', () => {
    const resources = new Resources(app.contract);
    const ids = Array.from({ length: 1001 }, (_, at) => at);
    for (const id of [...ids, 0])
      resources.add(endpoint('createLamp'), { shop: '1' }, received(201, `{"id":${id}}`), []);
    const parts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };
    expect([...resources.deletions('', () => parts)]).toHaveLength(1000);
    expect([...resources.deletions('', () => parts)]).toEqual([]);
  });

  it('is deleted, the last first', () => {
    const shop = { shop: '1' };
    const resources = made(
      ['getShop', {}, received(200, '{"id":5}')],
      ['createLamp', shop, received(201, '{"id":1}')],
      ['createLamp', shop, received(201, '{"id":2}')],
    );
    const parts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };
    const targets = Array.from(
      resources.deletions('', () => parts),
      ({ request }) => request.target,
    );
    expect(targets).toEqual(['/shops/1/lamps/2', '/shops/1/lamps/1']);
  });
});

it('operations are in the order in which they find what they need, without those that only have a head', () => {
  const responses = {};
  const parameters = [{ name: 'shop', in: 'path', required: true, schema: { type: 'string' } }];
  const all = { delete: { responses }, patch: { responses }, put: { responses }, get: { responses } };
  const post = { post: { responses } };
  const others = { options: { responses }, head: { responses }, post: { responses } };
  const paths = {
    '/shops/{shop}/lamps': { parameters, ...all, ...others },
    '/shops': all,
    '/': others,
    '/a/b/c': post,
    '/longer/names': post,
  };
  const ordered = inOrder(wholeSubjectOf(fromDocument({ ...document, paths })[hosting]));
  expect(ordered.map(({ endpoint: { method, path } }) => `${method} ${path}`)).toEqual([
    'POST /',
    'POST /longer/names',
    'POST /shops/{shop}/lamps',
    'POST /a/b/c',
    'OPTIONS /shops/{shop}/lamps',
    'OPTIONS /',
    ...['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((each) => [`${each} /shops/{shop}/lamps`, `${each} /shops`]),
  ]);
});

describe('the valid request', () => {
  const madeBody = baseParts(operation('createShop'), { params: {}, data: undefined }, {}).body;

  it.each<[string, data: unknown, body: unknown]>([
    ['what is given for all', { name: 'Given' }, { name: 'Given' }],
    ['what is given for it', { createShop: { name: 'Given' }, createLamp: 7 }, { name: 'Given' }],
    ['what it is made of, if others are given theirs', { createLamp: { name: 'Given' } }, madeBody],
    [
      'what is given for all, if not all names are those of operations',
      { createLamp: 1, name: 'Given' },
      { createLamp: 1, name: 'Given' },
    ],
    ['what it is made of, if that is not valid', { name: 7 }, madeBody],
    ['what it is made of, if nothing is in it', {}, madeBody],
    ['what it is made of, if a list is given', ['Given'], madeBody],
  ])('has as its body %s', (_, data, expected) => {
    const { body } = baseParts(operation('createShop'), { params: {}, data }, {});
    expect(body).toEqual(expected);
  });

  it.each([
    ['PUT', { type: 'integer' }, { id: { type: 'integer' } }, { id: 7 }],
    ['PATCH', { type: 'string' }, { id: { type: 'string' } }, { id: '7' }],
    ['POST', { type: 'integer' }, { id: { type: 'integer', const: 5 } }, { id: 5 }],
    ['PUT', { type: 'integer' }, { code: { type: 'integer', const: 5 } }, { code: 5 }],
  ])('of a %s has the id of the path, %j, in its body of %j', (method, schema, properties, expected) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema }];
    const requestBody = body({ type: 'object', required: Object.keys(properties), properties });
    const paths = { '/lamps/{id}': { parameters, [method.toLowerCase()]: { requestBody, responses: {} } } };
    const [only] = inOrder(wholeSubjectOf(fromDocument({ ...document, paths })[hosting]));
    expect(baseParts(defined(only), { params: {}, data: undefined }, { id: '7' }).body).toEqual(expected);
  });

  it('is varied in ways that a service must answer, whatever it says', () => {
    const parts = baseParts(operation('createShop'), { params: {}, data: undefined }, {});
    const unusual = [...unusualCases(operation('createShop'), parts)].filter((each) => each !== undefined);
    expect(unusual.length).toBeGreaterThan(0);
    for (const { certainty, request } of unusual) {
      expect(certainty).toBe('open');
      expect(subject.inject(request)).toBeUndefined();
    }
  });

  it('has wrong credentials in its query, where they are given', () => {
    const parts = baseParts(operation('getLamp'), { params: {}, data: undefined }, { shop: 'a', id: '7' });
    const targetsFor = (query: Pairs) =>
      Array.from(
        wrongCredentials(operation('getLamp'), parts, { headers: [], query }),
        (each) => each.request.target,
      );
    expect(targetsFor([['X-Key', 's3cret']])).toEqual([
      '/shops/a/lamps/7?X-Key=not-a-valid-one',
      '/shops/a/lamps/7?X-Key=',
    ]);
    expect(targetsFor([['x-key', 's3cret']])).toEqual([]);
  });

  it('has no body if there is none, whatever is given', () => {
    const { body } = baseParts(operation('getShop'), { params: {}, data: { name: 'Given' } }, {});
    expect(body).toBeUndefined();
  });

  it.each([
    [{ shop: 'given' }, { shop: 'known', id: '7', other: 'x' }, { shop: 'given', id: '7' }],
    [{}, { shop: 'known', id: '7' }, { shop: 'known', id: '7' }],
    [{ other: 'x', shop: 'given', id: '8' }, {}, { shop: 'given', id: '8' }],
  ])('has the parameters %j before those that were found, %j', (params, known, expected) => {
    expect(baseParts(operation('getLamp'), { params, data: undefined }, known).params).toEqual(expected);
  });
});

it.each([
  ['header', 'Authorization', true],
  ['header', 'x-key', true],
  ['header', 'Cookie', true],
  ['header', 'sid', false],
  ['header', 'ticket', false],
  ['query', 'ticket', true],
  ['query', 'Ticket', false],
  ['query', 'cookie', false],
] as const)(
  'of credentials in all places, there is one in the %s by the name %s: %s',
  (place, name, isThere) => {
    const securitySchemes = {
      basic: { type: 'http', scheme: 'basic' },
      key,
      session: { ...key, in: 'cookie', name: 'sid' },
      ticket: { ...key, in: 'query', name: 'ticket' },
    };
    const paths = Object.fromEntries(
      Object.keys(securitySchemes).map((each) => [
        `/${each}`,
        { get: { security: [{ [each]: [] }], responses: {} } },
      ]),
    );
    const { contract } = fromDocument({ ...document, paths, components: { securitySchemes } })[hosting];
    expect(credentialTest(contract)(place, name)).toBe(isThere);
  },
);

it.each([
  [['2XX', '404', 'default'], 201, ['2XX']],
  [['2xx', '404', 'default'], 299, ['2xx']],
  [['200', '4XX', 'default'], 404, ['4XX']],
  [['4XX', '404', 'default'], 404, ['404']],
  [['404', 'default'], 410, ['default']],
  [['200', '404', 'default'], 404, ['404']],
  [['200', '404'], 500, []],
])('of the statuses %j, a reply with %i reaches %j', (statuses, status, reached) => {
  const declared = () => ({ ...defined(judge.declared('getShop')), statuses });
  const coverage = new Coverage(app.contract, { ...judge, declared });
  const each = caseNamed('getShop/credential/missing');
  coverage.add({ case: each, received: received(status, '') } as unknown as Result);
  const { statuses: goals = [] } = coverage.all();
  expect(goals.filter(({ missed }) => missed === undefined).map(({ name }) => name)).toEqual(
    reached.map((name) => `getShop/${name}`),
  );
});

it.each([
  [[299], true, {}],
  [[404, 400], true, { missed: 'it answered with 400, 404 only' }],
  [[300], true, { missed: 'it answered with 300 only' }],
  [[400, 201], true, {}],
  [[400], false, {}],
])('an operation that answered with %j, where valid requests are sent: %j', (statuses, sendsValid, goal) => {
  const coverage = new Coverage(app.contract, judge, { sendsValid, kinds: ['operations'] });
  for (const status of statuses)
    coverage.add({
      case: caseNamed('getShop/credential/missing'),
      received: received(status, ''),
    } as unknown as Result);
  expect(coverage.all().operations).toContainEqual({ name: 'getShop', ...goal });
  expect(Object.keys(coverage.all())).toEqual(['operations']);
  expect(coverage.inWords()).toBe(`Reached: ${'missed' in goal ? 0 : 1} of 8 operations`);
});

it.each([
  [
    'createShop',
    'Authorization',
    `Basic ${btoa('ada:secret')}`,
    [`Basic ${btoa('not-a-valid-one:not-a-valid-one')}`, 'Basic'],
  ],
  ['getShop', 'x-key', 's3cret', ['not-a-valid-one', '']],
  ['getShop', 'X-Other', 's3cret', []],
  ['getLamp', 'X-Key', 's3cret', []],
  ['createLamp', 'X-Key', 's3cret', []],
])('%s is sent wrong credentials in place of %s: %s', (name, header, value, sent) => {
  const given = { params: {}, data: undefined };
  const parts = baseParts(operation(name), given, {});
  const cases = [...wrongCredentials(operation(name), parts, { headers: [[header, value]], query: [] })];
  expect(cases.flatMap(({ request }) => request.headers.Authorization ?? request.headers['X-Key'])).toEqual(
    sent,
  );
});

describe('an id that nothing has', () => {
  const idOf = (schema: object) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema }];
    const paths = { '/lamps/{id}': { get: { operationId: 'getLamp', parameters, responses: {} } } };
    const [first] = inOrder(wholeSubjectOf(fromDocument({ ...document, paths })[hosting]));
    const [only] = unknownIds(
      defined(first),
      baseParts(defined(first), { params: {}, data: undefined }, {}),
      false,
    );
    return only?.request.target;
  };

  it.each([
    [{ type: 'integer' }, '/lamps/999983'],
    [{ type: 'integer', minimum: 1_000_000 }, '/lamps/2147483629'],
    [{ type: 'string', format: 'uuid' }, '/lamps/f3b9c5d2-7a41-4e08-9c66-0d1e5ab7f294'],
    [{ enum: ['a', 'b'] }, undefined],
  ])('is well-formed: %j', (schema, target) => {
    expect(idOf(schema)).toBe(target);
  });

  it.each([
    ['getShop', 404, undefined],
    ['getShop', 410, undefined],
    ['getStamp', 409, undefined],
    ['getShop', 409, 'the status is 409 instead of 404 or a declared 4xx'],
  ])('of %s may be answered with %i: %s', (name, status, what) => {
    const parts = baseParts(operation(name), { params: {}, data: undefined }, {});
    const [only] = unknownIds(operation(name), parts, false);
    const reply = received(status, '{"a":1}', { 'content-type': 'application/json' });
    expect(byDocument(defined(only), judge.declared(name), []).mistake(reply)?.what).toBe(what);
  });
});

it.each([
  ['7', 'certain'],
  ['9999999', 'open'],
  ['ck3x', 'certain'],
])('an id that nothing has beside %s, which the service has made, is %s', (lampId, certainty) => {
  const parts = { ...baseParts(operation('getShop'), { params: {}, data: undefined }, {}) };
  const [name = ''] = Object.keys(parts.params);
  const [only] = unknownIds(operation('getShop'), { ...parts, params: { [name]: lampId } }, true);
  expect(only?.certainty).toBe(certainty);
});

it.each([
  [['201', '415'], 'accepted'],
  [['201', '4XX'], undefined],
])('another media type must be refused if a 415 is declared: %j', (statuses, fault) => {
  const replies = { ...defined(judge.declared('createShop')), statuses, mistake: () => stepsTo(undefined) };
  const faultOf = (type: string) =>
    byDocument(caseNamed(`createShop/body/${type}`), replies, []).mistake(received(201, '{}'))?.fault;
  expect(faultOf('content_type')).toBe(fault);
  expect(faultOf('deep')).toBeUndefined();
});

it.each([
  ['missing', undefined],
  ['value_error.missing', undefined],
  ['type_error', undefined],
  ['type_error.integer', undefined],
  ['string_type', 'there is no missing at body.name, an unexpected string_type at body.name'],
])('an error of FastAPI may have the type of pydantic 1: %s', (type, what) => {
  const loc = ['body', 'name'];
  const expected = { status: 422, entries: [{ type: 'missing', loc }] };
  const replies = { ...defined(judge.declared('createShop')), hasEntries: () => true, declares: () => true };
  const reply = received(422, JSON.stringify({ detail: [{ type, loc, msg: 'No' }] }));
  const one = { ...caseNamed('createShop/body.name/missing'), expected };
  expect(byDocument(one, { ...replies, mistake: () => stepsTo(undefined) }, []).mistake(reply)?.what).toBe(
    what,
  );
});

describe('an expectation', () => {
  const each = caseNamed('createShop/body.name/missing');

  it.each([
    [500, 'crashed'],
    [200, 'accepted'],
    [404, 'status'],
    [422, 'reply'],
  ])('by a contract calls %i %s', (status, fault) => {
    expect(byContract(each.expected, 'type').mistake(received(status, ''))?.fault).toBe(fault);
  });

  const wanted = { status: 400, body: '{"a":1}', contentType: 'application/json' };
  const typed = (status: number, text: string, type = 'application/json') =>
    received(status, text, { 'content-type': type });
  const other = byService(wanted, 'type', judge.declared('getStamp'));

  it.each([
    [typed(500, ''), 'crashed: the status is 500'],
    [typed(200, ''), 'accepted: the status is 200 instead of 400'],
    [received(400, '{"a":1}'), 'reply: the content type is missing instead of application/json'],
    [
      typed(400, '{"a":2}', 'application/problem+json'),
      'reply: the content type is application/problem+json instead of application/json',
    ],
    [typed(400, '{}'), 'reply: the body has no a'],
    [typed(400, '{"a":2}'), undefined],
  ])('by another service: %#', (reply, says) => {
    const mistake = other.mistake(reply);
    expect(mistake && `${mistake.fault}: ${mistake.what}`).toBe(says);
  });

  it('by another service also asks the document, and takes what has no content type from one without', () => {
    const missing = byService(
      { status: 400, body: '{}', contentType: 'application/json' },
      'type',
      judge.declared('getStamp'),
    );
    expect(missing.mistake(typed(400, '{}'))?.what).toBe('body.a is missing');
    const page = byService({ status: 404, contentType: 'text/html' }, 'type', undefined);
    expect(page.mistake(received(404, ''))?.what).toBe('the content type is missing instead of text/html');
    const plain = byService({ status: 404, contentType: '' }, 'type', undefined);
    expect(plain.mistake(received(404, ''))).toBeUndefined();
    expect(plain.mistake(typed(404, ''))?.what).toBe('the content type is application/json instead of none');
  });

  const path = caseNamed('getLamp/method/not_allowed');
  const accepted = caseNamed('createShop/body.name/accepted/text');
  const open = caseNamed('createShop/body/deep');
  // A valid id may be that of nothing.
  const otherId = { ...accepted, place: 'path.shopId' };

  it.each([
    [each, 'createShop', typed(418, '{}'), undefined],
    [each, 'createShop', typed(404, '{}'), 'status: the status is 404 instead of a 4xx for bad requests'],
    [each, 'createShop', typed(302, ''), 'status: the status is 302 instead of an error'],
    [
      each,
      'createShop',
      typed(400, '<p>', 'text/html'),
      'reply: the content type is text/html, which is not declared',
    ],
    [each, 'createLamp', typed(400, '{}'), undefined],
    [accepted, 'createShop', typed(201, '{}'), undefined],
    [accepted, 'createShop', typed(409, '{}'), 'status: the status is 409, though the request is valid'],
    [accepted, 'createShop', typed(404, '{}'), 'status: the status is 404, though the request is valid'],
    [accepted, 'nothing', typed(201, '{}'), undefined],
    [otherId, 'createShop', typed(404, '{}'), undefined],
    [otherId, 'createShop', typed(400, '{}'), 'status: the status is 400, though the request is valid'],
    [each, 'nothing', typed(400, '{}'), undefined],
    [each, 'getReport', typed(422, '{"detail":[]}'), 'reply: there is no missing at body.name'],
    [path, 'getLamp', typed(501, ''), undefined],
    [path, 'getLamp', typed(405, ''), 'reply: the header Allow is missing in a 405'],
    [path, 'getLamp', received(405, '', { allow: 'GET' }), undefined],
    [path, 'getLamp', typed(404, ''), undefined],
    [path, 'getLamp', typed(500, ''), 'crashed: the status is 500'],
    [each, 'createShop', typed(501, ''), 'crashed: the status is 501'],
    [each, 'createShop', typed(200, ''), 'accepted: it is accepted with 200'],
    [each, 'createShop', typed(300, ''), 'status: the status is 300 instead of an error'],
    [each, 'createShop', typed(429, ''), 'status: the status is 429 instead of a 4xx for bad requests'],
    [open, 'createShop', typed(201, '{}'), undefined],
    [open, 'createShop', typed(302, ''), undefined],
  ])('by a document: %#', (given, name, reply, says) => {
    const mistake = byDocument(given, judge.declared(name), []).mistake(reply);
    expect(mistake && `${mistake.fault}: ${mistake.what}`).toBe(says);
  });
});

describe('where 401 and 422 are declared, a document', () => {
  const replies = {
    ...defined(judge.declared('createShop')),
    statuses: ['201', '401', '422'],
    declares: (status: number) => status === 401 || status === 422,
    hasEntries: () => false,
    mistake: () => stepsTo(undefined),
    pageMistake: () => undefined,
  };
  type Row = [place: string, type: string, status: number, instead: string | undefined];
  const inBody = [...casesOf(subject, 'createShop')].filter(
    ({ place, kind }) => place === 'body' && kind === 'refused',
  );

  it.each(inBody.map((each) => [each.type, each] as const))(
    'takes a 413 for a body of which no value can be read: %s',
    (type, each) => {
      const isOfValues = /^(?:dict_type|several)/.test(type);
      const what = byDocument(each, replies, []).mistake(received(413, ''))?.what;
      expect(what).toBe(isOfValues ? 'the status is 413 instead of 422' : undefined);
    },
  );

  it.each<Row>([
    ...['form_invalid', 'duplicate', 'untyped'].map((type): Row => ['body', type, 413, undefined]),
    ...[400, 411, 415, 422].map((status): Row => ['body', 'json_invalid', status, undefined]),
    ['body', 'json_invalid', 409, '422'],
    ['body', 'json_invalid', 401, '422'],
    ['body', 'object_type', 415, '422'],
    ['body.name', 'missing', 400, '422'],
    ['body.name', 'missing', 401, '422'],
    ['body.name', 'missing', 404, '422'],
    ['body.name', 'missing', 422, undefined],
    ['path.shop', 'malformed', 404, undefined],
    ['path.shop', 'malformed', 410, '422'],
    ['path.shop', 'unknown', 410, undefined],
    ['path.shop', 'deleted', 410, undefined],
    ['path.shop', 'unknown', 409, '404 or a declared 4xx'],
    ['credential', 'missing', 401, undefined],
    ['credential', 'missing', 403, undefined],
    ['credential', 'missing', 422, undefined],
    ['credential', 'missing', 404, '401 or 403'],
  ])('has for %s, %s, the status %i replaced by %j', (place, type, status, instead) => {
    const given = { ...caseNamed('createShop/body.name/missing'), place, type };
    const what = byDocument(given, replies, []).mistake(received(status, ''))?.what;
    expect(what).toBe(instead && `the status is ${status} instead of ${instead}`);
  });

  it.each([
    [400, undefined],
    [422, 'the status is 422 instead of 400 or 409'],
  ])('takes %i, if 400 and 409 are chosen: %s', (status, what) => {
    const given = caseNamed('createShop/body.name/missing');
    expect(byDocument(given, replies, [400, 409]).mistake(received(status, ''))?.what).toBe(what);
  });
});

it('the secrets of a check are hidden in every form', () => {
  const token = 'a"b/c d-secret';
  const conceal = concealer([
    ['Authorization', `Basic ${btoa(`ada:${token}`)}`],
    ['X-Key', 'Basic %%%'],
    ['X-Shop', 'a'],
  ]);
  const written = [token, JSON.stringify(token), encodeURIComponent(token), btoa(`ada:${token}`)].join(' ');
  const result = {
    wanted: written,
    why: written,
    received: { ...received(400, written, { a: written }), headers: [['A', written]] },
  } as unknown as Result;
  const shown = '*** "***" *** ***';
  const { received: reply, ...told } = conceal(result);
  expect(told).toEqual({ wanted: shown, why: shown });
  expect(reply).toMatchObject({ status: 400, body: shown, headers: [['A', shown]] });
  expect([reply?.header('a'), reply?.header('b')]).toEqual([shown, undefined]);
  expect(concealer([['X-Shop', 'a']])(result)).toBe(result);
});

it('of two secrets, the one that has the other in it is hidden as a whole', () => {
  const conceal = concealer([
    ['X-Short', 'abcd'],
    ['X-Long', 'abcdefgh'],
    ['X-None', 'abc'],
  ]);
  const result = { wanted: 'abcdefgh, abcd and abc' } as unknown as Result;
  expect(conceal(result)).toEqual({ wanted: '***, *** and abc' });
});

it('the coverage says why something was not reached', () => {
  const coverage = new Coverage(app.contract, judge);
  coverage.add({ case: caseNamed('path/not_found'), received: received(404, '') } as unknown as Result);
  const each = { case: caseNamed('createShop/body.name/missing') } as unknown as Result;
  coverage.add(each);
  coverage.add({ ...each, received: received(400, '') });
  coverage.add({
    case: caseNamed('createLamp/request/accepted/example'),
    received: received(201, ''),
  } as unknown as Result);
  const { operations, statuses, parameters } = coverage.all();
  expect(operations).toContainEqual({ name: 'createShop', missed: 'it answered with 400 only' });
  expect(operations).toContainEqual({ name: 'getShop', missed: 'no request was sent' });
  expect(operations).toContainEqual({ name: 'createLamp' });
  expect(statuses).toEqual([
    { name: 'createShop/201', missed: 'no reply had it' },
    { name: 'createLamp/default' },
  ]);
  expect(parameters).toContainEqual({ name: 'createLamp/path.shop', missed: 'any text is valid' });
  coverage.add({ case: { operation: 'createLamp', place: 'path.shop' } } as unknown as Result);
  const missed = 'no request about it got a reply';
  expect(coverage.all().parameters).toContainEqual({ name: 'createLamp/path.shop', missed });
});

it.each([
  ['checkPrice', ['checkPrice/body.price']],
  ['listUsers', []],
])('the coverage has the properties of %s', (name, properties) => {
  const { contract } = practice[hosting];
  const reached = new Coverage(contract, judgeOf(practice[hosting]));
  const [first] = casesOf(wholeSubjectOf(practice[hosting]), name);
  reached.add({ case: first, received: received(422, '') } as unknown as Result);
  expect(reached.inWords()).toBeUndefined();
  expect(reached.all().properties?.map((each) => each.name)).toEqual(properties);
});

describe('a record of requests and replies', () => {
  const request = { method: 'POST', target: '/shops/?a=b', headers: {}, body: undefined };
  const sent = { case: { id: 'a', request }, isSent: true, headers: [], query: [], sentAt: 0, took: 1 };
  const entriesOf = (...results: readonly object[]) => {
    const reporter = har({ address: 'http://localhost' } as ReportOptions);
    const texts = results.map((each) => reporter.result(each as Result));
    return JSON.parse(texts.join('') + reporter.end()).log.entries;
  };

  it('has no entry without a request', () => {
    expect(entriesOf()).toEqual([]);
    expect(entriesOf({ ...sent, isSent: false })).toEqual([]);
    expect(entriesOf({ ...sent, isSent: false }, sent, sent)).toHaveLength(2);
  });

  it.each([
    ['no body', undefined, {}, undefined],
    ['text', '{}', { 'Content-Type': 'application/json' }, { mimeType: 'application/json', text: '{}' }],
    ['bytes', Uint8Array.of(0xff), {}, { mimeType: '', text: '\xff' }],
  ])('has the body of a request: %s', (_, own, headers, postData) => {
    const each = { ...sent, case: { id: 'a', request: { ...request, headers, body: own } } };
    expect(entriesOf(each)[0].request.postData).toEqual(postData);
  });

  it('has all that was sent and received, except what the headers of the check say', () => {
    const own = { 'x-key': 'first', Accept: 'text/plain' };
    const each = {
      ...sent,
      case: { id: 'a', request: { ...request, headers: own } },
      headers: [['X-Key', 's3cret']],
      query: [],
      outcome: 'differs',
      why: 'No',
      received: {
        ...received(400, 'No', { 'content-type': 'text/plain' }),
        headers: [['Content-Type', 'text/plain']],
      },
    };
    const reporter = har({ address: 'http://localhost/api' } as ReportOptions);
    const { log } = JSON.parse(reporter.result(each as unknown as Result) + reporter.end());
    expect(log).toEqual({
      version: '1.2',
      creator: { name: 'Assay', version: VERSION },
      entries: [
        {
          startedDateTime: '1970-01-01T00:00:00.000Z',
          time: 1,
          request: {
            method: 'POST',
            url: 'http://localhost/api/shops/?a=b',
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: [
              { name: 'Accept', value: 'text/plain' },
              { name: 'X-Key', value: '***' },
            ],
            queryString: [{ name: 'a', value: 'b' }],
            headersSize: -1,
            bodySize: 0,
          },
          response: {
            status: 400,
            statusText: '',
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: [{ name: 'Content-Type', value: 'text/plain' }],
            content: { size: 2, mimeType: 'text/plain', text: 'No' },
            redirectURL: '',
            headersSize: -1,
            bodySize: 2,
          },
          cache: {},
          timings: { send: 0, wait: 1, receive: 0 },
          _case: 'a',
          _outcome: 'differs',
          _why: 'No',
        },
      ],
    });
  });

  it('has the cookies of a request beside those that the headers of the check give', () => {
    const own = { ...request, headers: { Cookie: 'lang=en; sid=1' } };
    const [entry] = entriesOf({
      ...sent,
      case: { id: 'a', request: own },
      headers: [['cookie', 'sid=s3cret']],
    });
    expect(entry.request.headers).toEqual([{ name: 'cookie', value: 'lang=en; ***' }]);
  });

  it('has an empty reply where there was none', () => {
    const [none, redirect] = entriesOf(sent, {
      ...sent,
      received: received(302, 'Gone', { location: '/a' }),
    });
    expect(none.response).toMatchObject({
      status: 0,
      headers: [],
      content: { size: 0, mimeType: '', text: '' },
    });
    expect(redirect.response).toMatchObject({ status: 302, content: { text: 'Gone' }, redirectURL: '/a' });
  });
});

it.each([
  ['path.id', 'malformed', 'debatable'],
  ['path', 'not_found', 'open'],
  ['example', 'taken', 'certain'],
  ['body', 'form_invalid', 'certain'],
  ['body', 'content_encoding/gzip', 'debatable'],
  ['body.a', 'huge/digits', 'open'],
])('a case at %s of the type %s is %s', (place, type, certainty) => {
  expect(basisOf({ place, type }).certainty).toBe(certainty);
});
