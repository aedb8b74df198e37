import { afterEach, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { options } from './_options.ts';
import { type Draft, type Server, serve } from './_server.ts';

/** What a check says of a service, by its replies to the valid request and to invalid ones. */

let server: Server;
afterEach(() => server.close());

const problem = {
  description: 'No',
  content: { 'application/json': { schema: { type: 'object', required: ['title'] } } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps/{id}': {
      get: {
        operationId: 'getLamp',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ],
        responses: { 200: { description: 'Done' }, 400: problem, 404: problem },
      },
    },
  },
};

type Reply = readonly [status: number, type?: string];

function respond([status, type = 'application/json']: Reply): Response {
  const headers = { 'Content-Type': type, Allow: 'GET', 'Retry-After': '0' };
  return new Response('{"title":"A lamp"}', { status, headers });
}

/** Checks a service with these replies, and returns what is said of some requests. */
async function verdicts(valid: Reply, invalid: Reply) {
  const app = fromDocument(document);
  server = await serve(undefined, async (request) => {
    const { status } = await app.fetch(request.clone());
    const given = status === 200 ? valid : invalid;
    return respond(status === 405 ? [405] : given);
  });
  const said = new Map<string, string>();
  for await (const result of check(server.address, app[hosting], options))
    said.set(result.case.id, inWords(result));
  return ids.map((id) => said.get(`getLamp/${id}`));
}

const ids = [
  'request/accepted/example',
  'query.size/greater_than_equal',
  'path.id/int_parsing',
  'method/not_allowed',
];

function inWords({ outcome, fault, why, isSent }: Result): string {
  return [isSent ? '' : 'not sent', fault ?? outcome, why].filter(Boolean).join(': ');
}

const rejected = (status: number) => `inconclusive: the valid request is rejected with ${status}`;
const AGREES = 'agrees';
const CRASHED = 'crashed: the status is 500';
const ACCEPTED = 'accepted: it is accepted with 200';

it.each<[valid: Reply, invalid: Reply, request: string, query: string, path: string]>([
  [[200], [400], AGREES, AGREES, AGREES],
  [[200], [200], AGREES, ACCEPTED, ACCEPTED],
  [[200], [503], AGREES, 'not run: the status is 503', 'not run: the status is 503'],
  [[400], [400], rejected(400), rejected(400), AGREES],
  [[404], [404], rejected(404), rejected(404), AGREES],
  [[499], [400], rejected(499), AGREES, AGREES],
  [
    [400, 'text/html'],
    [400],
    'reply: the content type is text/html instead of application/json',
    rejected(400),
    AGREES,
  ],
  [[500], [400], CRASHED, AGREES, AGREES],
  [[500], [500], CRASHED, rejected(500), CRASHED],
  [[401], [400], rejected(401), `not sent: ${rejected(401)}`, `not sent: ${rejected(401)}`],
  [[403], [400], rejected(403), `not sent: ${rejected(403)}`, `not sent: ${rejected(403)}`],
  [[405], [405], rejected(405), rejected(405), 'status: the status is 405 instead of 400 or 404'],
  [[429], [400], 'not run: the status is 429', AGREES, AGREES],
  [[302], [400], 'reply: the status is 302 instead of 200, 400, 404', AGREES, AGREES],
])('a service with %j for valid requests and %j for others', async (valid, invalid, ...expected) => {
  expect(await verdicts(valid, invalid)).toEqual([...expected, AGREES]);
});

it.each([1, 3, 9])('a check that is stopped at request %i sends no further one', async (last) => {
  const controller = new AbortController();
  server = await serve((reply) => {
    if (server.count() === last) controller.abort();
    return reply;
  }, fromDocument(document).fetch);
  const own = { ...options, workers: 1, signal: controller.signal };
  const said: string[] = [];
  for await (const result of check(server.address, fromDocument(document)[hosting], own))
    said.push(inWords(result));
  expect(said.slice(-2)).toEqual([...(last > 1 ? [AGREES] : []), 'not run: stopped']);
  expect(server.count()).toBe(last);
});

it('valid requests are sent in the order in which they find what they need', async () => {
  const responses = { 200: { description: 'Done' }, 201: { description: 'Made' } };
  const schema = { type: 'object', properties: { size: { type: 'integer' } } };
  const requestBody = { content: { 'application/json': { schema } } };
  const operation = { responses, requestBody };
  const parameters = [{ name: 'shop', in: 'path', required: true, schema: { type: 'string' } }];
  const others = {
    patch: operation,
    put: operation,
    delete: operation,
    head: { responses },
    get: { responses },
  };
  const paths = {
    '/shops/{shop}/lamps': { parameters, ...others, post: operation },
    '/shops/{shop}': { parameters, ...others, options: operation },
    '/shops': { get: { responses }, post: operation },
  };
  const sent: string[] = [];
  server = await serve(undefined, async ({ method, url }) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    if (method === 'GET') return Response.json({});
    return method === 'POST' ? Response.json({ id: 'a7' }, { status: 201 }) : new Response(null);
  });
  const app = fromDocument({ openapi: '3.1.0', info: document.info, paths })[hosting];
  for await (const { fault } of check(server.address, app, { ...options, workers: 1 }))
    expect(fault).not.toBe('crashed');
  expect(sent.slice(0, 9)).toEqual([
    'POST /shops',
    'POST /shops/a7/lamps',
    'OPTIONS /shops/a7',
    'GET /shops/a7',
    'GET /shops',
    'PUT /shops/a7/lamps',
    'PUT /shops/a7',
    'PATCH /shops/a7/lamps',
    'PATCH /shops/a7',
  ]);
});

it.each([
  [['404'], ACCEPTED],
  [['4XX'], ACCEPTED],
  [['400', '5XX'], AGREES],
])('an id that nothing has must be refused if a 404 is declared, as by %j', async (statuses, expected) => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const body = { content: { 'application/json': { schema: { type: 'object', required: ['id'] } } } };
  const refusals = Object.fromEntries(statuses.map((status) => [status, { description: 'No' }]));
  const paths = {
    '/lamps': { post: { requestBody: body, responses: { 201: { description: 'Made' } } } },
    '/lamps/{id}': {
      get: {
        operationId: 'getLamp',
        parameters: [id],
        responses: { 200: { description: 'Done' }, ...refusals },
      },
    },
  };
  server = await serve(undefined, async ({ method }) =>
    method === 'POST' ? Response.json({ id: 7 }, { status: 201 }) : Response.json({ id: 7 }),
  );
  const app = fromDocument({ openapi: '3.1.0', info: document.info, paths })[hosting];
  const said: string[] = [];
  for await (const result of check(server.address, app, options))
    if (result.case.id === 'getLamp/path.id/unknown') said.push(inWords(result));
  expect(said).toEqual([expected]);
});

it.each(['status', 'type', 'exact'] as const)(
  'sends no valid request to be held against %s',
  async (match) => {
    const methods = new Set<number>();
    const app = fromDocument(document);
    server = await serve(undefined, async (request) => {
      const reply = await app.fetch(request);
      methods.add(reply.status);
      return reply;
    });
    for await (const result of check(server.address, app[hosting], { ...options, match }))
      expect(result.outcome).toBe('agrees');
    expect(methods).not.toContain(200);
  },
);

it.each([
  ['declared', ['request', 'path.id', 'query.size']],
  ['status', ['request', 'path.id', 'query.size']],
] as const)(
  'sends valid requests once if they are asked for, to be held against %s',
  async (match, places) => {
    const app = fromDocument(document);
    server = await serve(undefined, app.fetch);
    const selection = { pedantic: false, accepted: true, only: ['getLamp/*/accepted/*'] };
    const sent: string[] = [];
    for await (const result of check(server.address, app[hosting], { ...options, match, selection }))
      sent.push(result.case.id);
    expect(sent.filter((id) => id === 'getLamp/request/accepted/example')).toHaveLength(1);
    expect(new Set(sent.map((id) => id.split('/')[1]))).toEqual(new Set(places));
  },
);

it('another valid request that is refused is a fault, which says as much', async () => {
  const app = fromDocument(document);
  server = await serve(undefined, async (request) => {
    const { status } = await app.fetch(request.clone());
    const isOther = new URL(request.url).searchParams.has('size');
    return respond(status === 200 && isOther ? [400] : [status]);
  });
  const said: string[] = [];
  const selection = { pedantic: false, accepted: true, only: 'getLamp/*/accepted/*' };
  for await (const result of check(server.address, app[hosting], { ...options, selection }))
    said.push(`${result.case.place}: ${inWords(result)}`);
  const refused = 'status: the status is 400, though the request is valid';
  expect(new Set(said)).toEqual(
    new Set([`request: ${AGREES}`, `path.id: ${AGREES}`, `query.size: ${refused}`]),
  );
});

it.each([
  [405, 'allow', 'GET, HEAD, OPTIONS', AGREES],
  [405, 'allow', 'PUT', 'reply: Allow is GET, HEAD, OPTIONS instead of PUT'],
  [401, 'www-authenticate', 'Bearer', AGREES],
  [401, 'www-authenticate', 'Basic', 'reply: WWW-Authenticate is Bearer instead of Basic'],
])(
  'is held exactly against the headers of another service, whose %i has %s: %s',
  async (status, name, value, said) => {
    const secured = {
      ...document,
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    };
    const app = fromDocument(secured);
    const others = (reply: Draft) =>
      reply.status === status ? { ...reply, headers: { ...reply.headers, [name]: value } } : reply;
    const other = await serve(others, app.fetch);
    server = await serve(undefined, app.fetch);
    const given = { ...options, match: 'exact' as const, sameAs: other.address };
    const found = new Map<string, string>();
    for await (const result of check(server.address, app[hosting], given))
      found.set(result.case.id, inWords(result));
    await other.close();
    const id = status === 405 ? 'getLamp/method/not_allowed' : 'getLamp/credential/missing';
    expect([found.get(id), found.get('getLamp/path.id/int_parsing')]).toEqual([said, AGREES]);
  },
);

it('what a reply links to is read by the value that the link names', async () => {
  const links = { lamp: { operationId: 'getLamp', parameters: { id: '$response.body#/lamp/number' } } };
  const paths = {
    ...document.paths,
    '/orders': {
      post: { operationId: 'order', responses: { 201: { description: 'Ordered', links } } },
    },
  };
  const app = fromDocument({ ...document, paths });
  const sent: string[] = [];
  server = await serve(undefined, async ({ method, url }) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ id: 5, lamp: { number: 77 } }, { status: method === 'POST' ? 201 : 200 });
  });
  for await (const { outcome } of check(server.address, app[hosting], options)) expect(outcome).toBeDefined();
  expect(sent.slice(0, 2)).toEqual(['POST /orders', 'GET /lamps/77']);
});
