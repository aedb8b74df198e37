import { afterEach, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { options } from './_options.ts';
import { type Server, serve } from './_server.ts';

/** The requests of a check of some test cases, with those that they need, and what is said of each. */

let server: Server;
afterEach(() => server.close());

const named = (name: string, type = 'integer') => ({ name, in: 'path', required: true, schema: { type } });
const body = {
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
};
const replies = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'As it says' }]));
const security = [{ key: [] }];
const document = {
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    '/shops': {
      get: { operationId: 'listShops', responses: replies(200) },
      post: { operationId: 'createShop', requestBody: body, security, responses: replies(201, 400, 401) },
    },
    '/shops/{shop}': {
      parameters: [named('shop')],
      get: { operationId: 'getShop', responses: replies(200, 400, 404) },
      delete: { operationId: 'deleteShop', security, responses: replies(204, 400, 401, 404) },
    },
    '/shops/{shop}/lamps': {
      parameters: [named('shop')],
      post: { operationId: 'createLamp', requestBody: body, responses: replies(201, 400, 404) },
    },
    '/shops/{shop}/lamps/{lamp}': {
      parameters: [named('shop'), named('lamp')],
      get: { operationId: 'getLamp', responses: replies(200, 400, 404) },
      delete: { operationId: 'deleteLamp', responses: replies(204, 400, 404) },
    },
    '/files': {
      post: { operationId: 'createFile', requestBody: body, responses: replies(201, 400) },
    },
    '/files/{name}.{format}': {
      parameters: [named('name', 'string'), named('format', 'string')],
      get: { operationId: 'getFile', responses: replies(200) },
    },
    '/status': { get: { operationId: 'getStatus', responses: replies(200) } },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

/** A service of shops and lamps, whose ids are those of requests. */
function shopService(forgetsDeletions: boolean) {
  const all = new Set<string>();
  let last = 6;
  const made = (path: string) => {
    last++;
    all.add(`${path}/${last}`);
    return Response.json({ id: last }, { status: 201 });
  };
  return async (request: Request): Promise<Response> => {
    const { method } = request;
    const path = new URL(request.url).pathname;
    const isKnown = request.headers.get('x-key') === 'hush';
    const id = path.slice(path.lastIndexOf('/') + 1);
    if (path === '/status' || path.startsWith('/files/') || (path === '/shops' && method === 'GET'))
      return Response.json([]);
    if (/\/(?:shops|lamps)$/.test(path)) {
      if (path === '/shops' && !isKnown) return new Response(null, { status: 401 });
      const isThere = path === '/shops' || all.has(path.slice(0, -'/lamps'.length));
      if (!isThere) return new Response(null, { status: 404 });
      const { name } = Object(await request.json().catch(() => undefined));
      return typeof name === 'string' ? made(path) : new Response(null, { status: 400 });
    }
    if (method === 'DELETE' && /^\/shops\/\d+$/.test(path) && !isKnown)
      return new Response(null, { status: 401 });
    if (!/^\d+$/.test(id)) return new Response(null, { status: 400 });
    if (!all.has(path)) return new Response(null, { status: 404 });
    if (method === 'DELETE' && !forgetsDeletions) all.delete(path);
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id });
  };
}

interface Situation {
  readonly headers?: CheckOptions['headers'];
  /** True if the service says that it deletes something, and does not. */
  readonly forgetsDeletions?: boolean;
}

async function checked(
  only: readonly string[],
  { headers = [['X-Key', 'hush']], forgetsDeletions = false }: Situation,
): Promise<Expected> {
  const sent: string[] = [];
  const service = shopService(forgetsDeletions);
  server = await serve(undefined, (request) => {
    const key = request.headers.get('x-key');
    sent.push(`${request.method} ${new URL(request.url).pathname}${key === null ? '' : ` ${key}`}`);
    return service(request);
  });
  const own = { ...options, workers: 1, headers, selection: { pedantic: false, only } };
  const said: string[] = [];
  for await (const result of check(server.address, fromDocument(document)[hosting], own))
    said.push(inWords(result));
  return { sent, said };
}

function inWords({ case: { id }, outcome, why, wanted, isSent }: Result): string {
  const verdict = why === undefined ? outcome : `${outcome}, ${why}`;
  return `${id}${isSent ? '' : ' (not sent)'}: ${verdict}${wanted && `; ${wanted}`}`;
}

const ok = (id: string, wanted: string) => `${id}: agrees; ${wanted}`;
const VALID = 'request/accepted/example';
const refusedId = (id: string) => ok(id, '400 or 404');
const UNAUTHORIZED = 'inconclusive, the valid request is rejected with 401';
const deletion = {
  sent: [
    'POST /shops hush',
    'POST /shops/7/lamps hush',
    'GET /shops/7/lamps/8 hush',
    'DELETE /shops/1.5/lamps/8 hush',
    'DELETE /shops/ten/lamps/8 hush',
    'DELETE /shops/7/lamps/1.5 hush',
    'DELETE /shops/7/lamps/ten hush',
    'DELETE /shops/1.5/lamps/1.5 hush',
    'GET /shops/7/lamps/8 hush',
    'DELETE /shops/7/lamps/8 hush',
    'GET /shops/7/lamps/8 hush',
    'DELETE /shops/7 hush',
  ],
  said: [
    ok(`getLamp/${VALID}`, 'a declared success'),
    ...['shop/int_from_float', 'shop/int_parsing', 'lamp/int_from_float', 'lamp/int_parsing'].map((id) =>
      refusedId(`deleteLamp/path.${id}`),
    ),
    refusedId('deleteLamp/path/several'),
    ok(`deleteLamp/${VALID}`, 'a declared success'),
  ],
};

interface Expected {
  readonly sent: readonly string[];
  readonly said: readonly string[];
}
type Row = readonly [what: string, only: readonly string[], situation: Situation, expected: Expected];

it.each<Row>([
  [
    'an id',
    ['getLamp/path.lamp/*'],
    {},
    {
      sent: [
        'POST /shops hush',
        'POST /shops/7/lamps hush',
        'GET /shops/7/lamps/8 hush',
        'GET /shops/7/lamps/1.5 hush',
        'GET /shops/7/lamps/ten hush',
        'GET /shops/7/lamps/999983 hush',
        'GET /shops/7/lamps/8 hush',
        'DELETE /shops/7/lamps/8 hush',
        'GET /shops/7/lamps/8 hush',
        'DELETE /shops/7 hush',
      ],
      said: [
        ok(`getLamp/${VALID}`, 'a declared success'),
        refusedId('getLamp/path.lamp/int_from_float'),
        refusedId('getLamp/path.lamp/int_parsing'),
        ok('getLamp/path.lamp/unknown', '404 or a declared 4xx'),
        ok('getLamp/path.lamp/deleted', '404 or a declared 4xx'),
      ],
    },
  ],
  [
    'parameters that are only parts of a segment',
    ['getFile/path*/unknown'],
    {},
    {
      sent: ['Example%20format', '999983'].map((format) => `GET /files/Example%20name.${format} hush`),
      said: [
        ok(`getFile/${VALID}`, 'a declared success'),
        ok('getFile/path.format/unknown', '404 or a declared 4xx'),
      ],
    },
  ],
  [
    'an operation that needs nothing',
    ['getStatus/*'],
    {},
    {
      sent: ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'].map((method) => `${method} /status hush`),
      said: [
        ok(`getStatus/${VALID}`, 'a declared success'),
        ...['', '/post', '/put', '/patch'].map(
          (method) => `getStatus/method/not_allowed${method}: differs, it is accepted with 200; a 4xx`,
        ),
      ],
    },
  ],
  [
    'what is deleted',
    ['deleteLamp/*', 'getLamp/path.lamp/deleted'],
    {},
    {
      ...deletion,
      said: [...deletion.said, ok('getLamp/path.lamp/deleted', '404 or a declared 4xx')],
    },
  ],
  [
    'what is deleted, and is still there',
    ['deleteLamp/*', 'getLamp/path.lamp/deleted'],
    { forgetsDeletions: true },
    {
      ...deletion,
      said: [
        ...deletion.said,
        'getLamp/path.lamp/deleted: differs, it is accepted with 200; 404 or a declared 4xx',
      ],
    },
  ],
  [
    'a credential',
    ['createShop/credential/*'],
    {},
    {
      sent: [
        'POST /shops hush',
        'POST /shops',
        'POST /shops not-a-valid-one',
        'POST /shops ',
        'DELETE /shops/7 hush',
      ],
      said: [
        ok(`createShop/${VALID}`, 'a declared success'),
        ...['missing', 'wrong', 'empty'].map((type) => ok(`createShop/credential/${type}`, '401 or 403')),
      ],
    },
  ],
  [
    'a body, without the credential',
    ['createShop/body*/missing'],
    { headers: [] },
    {
      sent: ['POST /shops key'],
      said: [
        `createShop/${VALID}: ${UNAUTHORIZED}; a declared success`,
        `createShop/body.name/missing (not sent): ${UNAUTHORIZED}`,
        `createShop/body/missing (not sent): ${UNAUTHORIZED}`,
      ],
    },
  ],
  [
    'two operations',
    ['listShops/*', 'createLamp/body*/missing'],
    {},
    {
      sent: [
        'POST /shops hush',
        'POST /shops/7/lamps hush',
        'GET /shops hush',
        'DELETE /shops hush',
        'PUT /shops hush',
        'PATCH /shops hush',
        'POST /shops/7/lamps hush',
        'POST /shops/7/lamps hush',
        'DELETE /shops/7/lamps/8 hush',
        'DELETE /shops/7 hush',
      ],
      said: [
        ok(`createLamp/${VALID}`, 'a declared success'),
        ok(`listShops/${VALID}`, 'a declared success'),
        ...['', '/put', '/patch'].map((method) => ok(`listShops/method/not_allowed${method}`, 'a 4xx')),
        ok('createLamp/body.name/missing', '400 or 404'),
        ok('createLamp/body/missing', '400 or 404'),
      ],
    },
  ],
])('%s', async (_, only, situation, expected) => {
  expect(await checked(only, situation)).toEqual(expected);
});
