import { once } from 'node:events';
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { fieldErrors, message } from '../../src/client/index.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { object } from '../../src/fields/object.ts';
import { unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { chooseType, prefersProblem } from '../../src/http/negotiate.ts';
import { app } from '../../src/practice/app.ts';
import { post } from '../_client.ts';
import { documentOf, type Operation } from '../_conformance.ts';
import { type Connection, hosts, type Sent } from '../_hosts.ts';
import { pageOf } from '../_page.ts';
import { practiceCore } from '../_practice.ts';
import { documentWithBody } from '../openapi/_document.ts';
import { serve } from '../wire/_server.ts';

/** Problem details (RFC 9457) for clients that prefer them. */

const PROBLEM = 'application/problem+json';

describe('the preference for problem details', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json', false],
    ['text/html', false],
    ['application/problem+json', true],
    ['APPLICATION/Problem+JSON', true],
    ['application/problem+json, application/json', false],
    ['application/json, application/problem+json', false],
    ['application/problem+json, */*', false],
    ['application/problem+json, */*;q=0.1', true],
    ['application/problem+json;q=0.5, application/*;q=0.4', true],
    ['application/problem+json;q=0.5, application/*;q=0.4, */*', true],
    ['application/problem+json;q=0.9, application/json', false],
    ['application/problem+json, application/json;q=0.9', true],
    ['application/problem+json;q=0', false],
    ['application/problem+json;q=0, */*', false],
    ['application/problem+json;q=2', false],
    ['application/problem+json;q=0.5;q=x', false],
    ['application/problem+json ; q=1.000 ,\tapplication/json;q=0.999', true],
    ['application/problem+json;profile=x;q=0.8, application/json;charset=utf-8;q=0.7', true],
    ['application/problem+json;q=0.8, application/json;charset=utf-8', false],
    ['application/*, application/json;q=0.5', true],
    ['application/json;q=0, */*', true],
    ['application/problem+json;q=0.123, application/json;q=0.12', true],
    ['application/problem+json;q=0.1239', false],
    ['application/problem+json;q=1.0000', false],
    ['application/problem+json;q=1.001', false],
    ['application/problem+json;q=0., */*;q=0', false],
    ['application/problem+json;q=1., */*;q=0.999', true],
    ['application/problem+json;q=', false],
    ['application/problem+json;xq=1, */*;q=0.5', true],
    ['application/json;charset=utf-8;q=0, */*', true],
    ['application/jsonx;a=b, application/problem+json;q=0.5', true],
    ['application/*;q=0.5, application/problem+json;profile=x;q=0.6', true],
    ['application/problem', false],
    ['application/problem+jsonx', false],
    [',,;,=,', false],
  ])('is in %j: %s', (accept, preferred) => {
    expect(prefersProblem(accept)).toBe(preferred);
  });
});

it.each([
  ['application/json;v=2', 0],
  ['application/json;v=2;q=0', undefined],
  ['application/json;v=2;q=0, */*', 0],
  ['application/vnd.lamp+json;q=0', undefined],
])('a type without the parameters in %j is chosen: %s', (accept, at) => {
  expect(chooseType(accept, ['application/json'])).toBe(at);
});

const core = practiceCore();
const page = (await pageOf(core, '/docs/errors')).body;
const cases = [...casesOf(subjectOf(app[hosting]))].filter(({ expected }) => expected.status >= 400);

/** The request of a case with an Accept header; without one, it prefers problem details. */
function asked({ request }: (typeof cases)[number], accept?: string): Sent {
  const { headers, ...others } = request;
  return { ...others, headers: { ...headers, ...(accept !== undefined && { Accept: accept }) } };
}

describe.each(hosts)('$name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(core);
  });
  afterAll(() => connection.close());

  it('answers every refusal with a problem document whose type links to the page', async () => {
    expect(cases.length).toBeGreaterThan(200);
    for (const each of cases.filter(({ kind }) => kind === 'refused')) {
      const { expected, request } = each;
      const { status, headers, body } = await connection.send(asked(each, PROBLEM));
      const told = JSON.parse(body);
      expect(status, each.id).toBe(expected.status);
      expect(headers.get('content-type')).toBe(PROBLEM);
      expect(headers.get('vary')).toBe('Accept');
      expect(headers.get('cache-control')).toBe('no-store');
      for (const [name, value] of Object.entries(expected.headers ?? {}))
        expect(headers.get(name)).toBe(value);
      expect(told).toMatchObject({ status, title: expect.any(String), detail: expect.stringMatching(/\w/) });
      const { pathname, hash } = new URL(told.type, `http://localhost${request.target}`);
      expect(pathname, `${request.target} ${told.type}`).toBe('/docs/errors');
      expect(page).toContain(`id="${hash.slice(1)}"`);
      const types = told.errors?.map(({ type }: { type: string }) => type);
      if (expected.entries) expect(types).toEqual(expected.entries.map(({ type }) => type));
    }
  });

  it.each([undefined, '*/*', 'application/json', `${PROBLEM}, application/json`, 'text/html'])(
    'changes nothing for Accept: %j',
    async (accept) => {
      for (const each of cases.slice(0, 40)) {
        const { headers, body } = await connection.send(asked(each, accept));
        expect(body).toBe(each.expected.body);
        expect(headers.get('content-type')).toBe('application/json');
        expect(headers.get('vary')).toBe(null);
      }
    },
  );

  it('changes no successful reply', async () => {
    const sent = { target: '/search/?query=lamp', headers: { Accept: PROBLEM } };
    const { status, headers } = await connection.send(sent);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('vary')).toBe(null);
  });

  it('answers HEAD with the same head', async () => {
    const { body } = await connection.send({ target: '/nothing', headers: { Accept: PROBLEM } });
    const sent = { method: 'HEAD', target: '/nothing', headers: { Accept: PROBLEM } };
    const { headers } = await connection.send(sent);
    expect(headers.get('content-type')).toBe(PROBLEM);
    expect(headers.get('content-length')).toBe(String(body.length));
  });

  it.each([
    ['414', { target: `/${'a'.repeat(9000)}` }],
    ['431', { target: '/', headers: { 'X-Long': 'a'.repeat(17_000) } }],
  ])('refuses a head beyond the limits with %s', async (status, sent: Sent) => {
    const reply = await connection.send({ ...sent, headers: { Accept: PROBLEM, ...sent.headers } });
    expect(reply.status).toBe(Number(status));
    expect(JSON.parse(reply.body).status).toBe(Number(status));
  });
});

function problemOf(sent: Sent, service = core): unknown {
  const { method = 'GET', target, headers, body } = { ...sent };
  const flat = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return JSON.parse(inject(service, { method, target, headers: { ...flat, Accept: PROBLEM }, body }).body);
}

describe('a problem document', () => {
  it.each<[string, Sent, object]>([
    [
      'one value in a body',
      post('/users/', { name: 'Ada', email: 'ada@example.com', age: 150 }),
      {
        type: '../docs/errors#status-422',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'Age: must be between 0 and 120',
        errors: [{ detail: 'Age: must be between 0 and 120', pointer: '#/age', type: 'value_error' }],
      },
    ],
    [
      'a value that is missing',
      post('/webhook', ''),
      {
        type: './docs/errors#status-401',
        title: 'Unauthorized',
        status: 401,
        detail: expect.stringContaining('ignature'),
      },
    ],
    [
      'a body that is missing',
      post('/users/', ''),
      {
        type: '../docs/errors#status-422',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'Body: field required',
        errors: [{ detail: 'Body: field required', pointer: '#', type: 'missing' }],
      },
    ],
    [
      'several parameters',
      { target: '/users/?page=0&limit=x' },
      {
        type: '../docs/errors#status-422',
        title: 'Unprocessable Content',
        status: 422,
        detail: '2 values are missing or invalid.',
        errors: [
          { detail: 'Page: must be at least 1', parameter: 'page', type: 'greater_than_equal' },
          { detail: 'Limit: must be an integer', parameter: 'limit', type: 'int_parsing' },
        ],
      },
    ],
    [
      'a detail with a code',
      post('/users', { email: 'ada@' }),
      {
        type: './docs/errors#status-422',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'Must be a valid email address (there is nothing after the @)',
        errors: [
          {
            error: 'Invalid email',
            code: 'INVALID_EMAIL',
            detail: 'Must be a valid email address (there is nothing after the @)',
            pointer: '#/email',
          },
        ],
      },
    ],
    [
      'a detail that shows the value of a parameter',
      { target: '/items/7?quantity=two' },
      {
        type: '../docs/errors#status-400',
        title: 'Bad Request',
        status: 400,
        detail: 'Must be an integer',
        errors: [
          {
            error: 'Invalid quantity',
            detail: 'Must be an integer',
            parameter: 'quantity',
            type: 'int_parsing',
          },
        ],
      },
    ],
    [
      'a path that is not there',
      { target: '/nothing' },
      {
        type: './docs/errors#status-404',
        title: 'Not Found',
        status: 404,
        detail: 'There is no such path.',
      },
    ],
    [
      'a path that is deep',
      { target: '/a'.repeat(20) },
      {
        type: '/docs/errors#status-404',
        title: 'Not Found',
        status: 404,
        detail: 'There is no such path.',
      },
    ],
  ])('describes %s', (_, sent, told) => {
    expect(problemOf(sent)).toEqual(told);
  });

  it('is what the OpenAPI document declares', async () => {
    const document = await documentOf(core);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv
      .addSchema({ $id: 'openapi', ...document })
      .getSchema('openapi#/components/schemas/ProblemDetails');
    for (const [name, { responses }] of Object.values(document.paths).flatMap(Object.entries))
      for (const [status, { content }] of Object.entries(responses as Operation['responses']))
        if (!status.startsWith('2')) expect(Object.keys(content), `${name} ${status}`).toContain(PROBLEM);
    for (const each of cases.filter(({ kind }) => kind === 'refused'))
      expect(validate?.(problemOf(asked(each))), each.id).toBe(true);
  });

  it('is read by the client of the package', () => {
    const told = problemOf(post('/users/', { email: 'ada@', age: 150 }));
    expect(Object.keys(fieldErrors(told))).toEqual(['name', 'email', 'age']);
    expect(message(problemOf({ target: '/nothing' }))).toBe('There is no such path.');
  });
});

const told: unknown[] = [
  'Not Found',
  { reason: 'no text that is known' },
  { detail: 'Lamps only', wanted: { deep: true } },
  ['a list', { msg: 'without a place' }],
  17,
  null,
  { message: 'Too bright', parameter: 'watts', most: 40, isLit: true, wanted: { deep: true } },
  { message: 7, field: 7, parameter: 7 },
];
const contract = {
  title: 'Lamps',
  version: '1',
  endpoints: {
    tell: endpoint({
      method: 'POST',
      path: '/lamps/{at}',
      summary: 'Refuses.',
      params: { at: text() },
      body: object({ 'a/b~c d': text() }),
      reply: { status: 204 },
      refusals: { 404: unknown(), 418: unknown() },
    }),
  },
};
const own = createApp(
  contract,
  { tell: ({ params: { at } }) => refuse(at === '0' ? 404 : 418, told[Number(at)]) },
  { basePath: '/api' },
);
const tellAll = (at: number, target = `/api/lamps/${at}`) =>
  problemOf(post(target, { 'a/b~c d': 'x' }), own[hosting].build());

describe('another app', () => {
  it('keeps the detail of a handler, as a sentence', () => {
    expect(told.map((_, at) => tellAll(at))).toEqual([
      { type: '../docs/errors#status-404', title: 'Not Found', status: 404, detail: 'Not Found' },
      expect.objectContaining({
        title: 'Error 418',
        detail: 'Error 418',
        errors: [{ reason: 'no text that is known', detail: 'Error 418' }],
      }),
      expect.objectContaining({ detail: 'Lamps only', errors: [{ detail: 'Lamps only' }] }),
      expect.objectContaining({ detail: 'Error 418', errors: [] }),
      expect.objectContaining({ detail: 'Error 418' }),
      expect.objectContaining({ detail: 'Error 418' }),
      expect.objectContaining({
        detail: 'Too bright',
        errors: [{ detail: 'Too bright', parameter: 'watts', most: 40, isLit: true }],
      }),
      expect.objectContaining({ errors: [{ detail: 'Error 418' }] }),
    ]);
  });

  it('escapes names in pointers', () => {
    const problem = problemOf(post('/api/lamps/0', {}), own[hosting].build());
    expect(problem).toMatchObject({ errors: [{ pointer: '#/a~1b~0c%20d' }] });
  });

  it('links to its page below the base path from anywhere', () => {
    expect(tellAll(0, '/nothing')).toMatchObject({ type: '/api/docs/errors#status-404' });
    expect(tellAll(0, 'http://lamps.example/api/nothing')).toMatchObject({
      type: './docs/errors#status-404',
    });
  });

  it('has no link where it has no page', () => {
    const bare = createApp(contract, { tell: () => undefined }, { routes: { errors: false } });
    expect(problemOf({ target: '/nothing' }, bare[hosting].build())).toMatchObject({ type: 'about:blank' });
  });

  it('has no details of a bug', () => {
    const broken = createApp(
      contract,
      {
        tell: () => {
          throw new Error('secret');
        },
      },
      { onBug: () => {} },
    );
    expect(problemOf(post('/lamps/0', { 'a/b~c d': 'x' }), broken[hosting].build())).toEqual({
      type: '../docs/errors#status-500',
      title: 'Internal Server Error',
      status: 500,
      detail: 'The service has a bug; the cause is printed where it runs.',
    });
  });
});

describe('an app of a document', () => {
  const service = fromDocument(
    documentWithBody({ type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } }),
    { values: 'fastapi' },
  )[hosting].build();

  it('points to the value, whatever its name', () => {
    const body = String.raw`{"\ud800": [1, "x"]}`;
    expect(problemOf(post('/lamps', body), service)).toMatchObject({
      detail: 'Input should be a valid integer, unable to parse string as an integer',
      errors: [{ pointer: '#/%EF%BF%BD/1', type: 'int_parsing' }],
    });
  });

  it('points to the whole of a body that is no JSON', () => {
    expect(problemOf(post('/lamps', '{'), service)).toMatchObject({
      errors: [{ pointer: '#', type: 'json_invalid' }],
    });
  });
});

describe('a refusal of the Node server itself', () => {
  const { port } = serve({ headersTimeout: 200, requestTimeout: 300 });

  async function answerTo(bytes: string): Promise<string> {
    const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  const asks = `Host: x\r\nAccept: ${PROBLEM}\r\n`;

  it.each([
    [400, `GET /users/ HTTP/1.1\r\n${asks}no colon\r\n\r\n`],
    [400, `GET /users/ HTTP/1.1\r\n${asks}Host: y\r\n\r\n`],
    [400, `GET users HTTP/1.1\r\n${asks}\r\n`],
    [408, `GET /users/ HTTP/1.1\r\n${asks}X-Slow: `],
    [408, `POST /users/ HTTP/1.1\r\n${asks}Content-Length: 10\r\n\r\n{`],
    [413, `POST /users/ HTTP/1.1\r\n${asks}Content-Length: 1000000\r\n\r\n`],
    [414, `GET /${'a'.repeat(9000)} HTTP/1.1\r\n${asks}\r\n`],
    [417, `POST /users/ HTTP/1.1\r\n${asks}Expect: a miracle\r\nContent-Length: 1\r\n\r\n`],
    [431, `GET / HTTP/1.1\r\n${asks}${'X-Header: x\r\n'.repeat(101)}\r\n`],
    [501, `POST /users/ HTTP/1.1\r\n${asks}Transfer-Encoding: gzip\r\n\r\n`],
  ])('is a problem document with %i', async (status, bytes) => {
    const answer = await answerTo(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain(`Content-Type: ${PROBLEM}\r\nVary: Accept\r\n`);
    expect(JSON.parse(body)).toMatchObject({
      status,
      type: expect.stringContaining(`/docs/errors#status-${status}`),
    });
  });

  it.each([
    [400, `GET /users/ HTTP/1.1\r\nno colon\r\n${asks}\r\n`],
    [408, 'GET /users/ HTTP/1.1\r\nHost: x\r\nAccept: application/problem'],
    [408, 'GET /us'],
    [501, `BREW /users/ HTTP/1.1\r\n${asks}\r\n`],
    [505, `GET /users/ HTTP/2.0\r\n${asks}\r\n`],
  ])('is JSON with %i before the Accept header is read', async (status, bytes) => {
    const answer = await answerTo(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/json\r\n');
    expect(answer).not.toContain('Vary');
  });
});
