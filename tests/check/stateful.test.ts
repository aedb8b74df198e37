import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { options } from './_options.ts';
import { type Server, serve } from './_server.ts';

/** A service whose replies depend on what there is: nothing is created twice, and changed only as long as it is as expected. */

let server: Server;
afterEach(() => server.close());

const coin = {
  type: 'object',
  required: ['code', 'seal'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    seal: { type: 'string', minLength: 16 },
    worth: { type: 'integer', minimum: 1 },
  },
};
const declared = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'As it says' }]));
const requestBody = { required: true, content: { 'application/json': { schema: coin } } };
const condition = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } };
const remove = { operationId: 'deleteCoin', responses: declared(204, 404) };

const purse = { parameters: [{ name: 'purse', in: 'path', required: true, schema: { type: 'string' } }] };

const documentOf = (others: object, paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Coins', version: '1' },
  paths: {
    '/coins': { post: { operationId: 'createCoin', requestBody, responses: declared(201, 400, 409) } },
    '/coins/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: coin.properties.code }],
      put: {
        operationId: 'replaceCoin',
        parameters: [condition],
        requestBody,
        responses: declared(200, 400, 404, 412, 428),
      },
      ...others,
    },
    ...paths,
  },
});

interface Coin {
  readonly code: string;
  readonly seal: string;
  readonly worth?: number;
}

interface Habits {
  /** True if the service knows `If-Match: *`. */
  readonly knowsAny?: boolean;
  /** True if it takes no condition to be met. */
  readonly neverMatches?: boolean;
  /** True if its replies have no tags. */
  readonly isUntagged?: boolean;
  /** True if lower-case codes are accepted. */
  readonly ignoresCase?: boolean;
  /** True if it accepts a coin that is worth nothing. */
  readonly isWorthless?: boolean;
}

function coinService({ knowsAny, neverMatches, isUntagged, ignoresCase, isWorthless }: Habits) {
  const coins = new Map<string, { coin: Coin; version: number }>();
  const reply = (status: number, version?: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: version === undefined || isUntagged ? {} : { ETag: `"${version}"` },
    });
  const isValid = (coin: Partial<Coin> | undefined): coin is Coin =>
    typeof coin?.code === 'string' &&
    (ignoresCase ? /^[A-Za-z]{3}$/ : /^[A-Z]{3}$/).test(coin.code) &&
    typeof coin.seal === 'string' &&
    coin.seal.length >= 16 &&
    (coin.worth === undefined || (Number.isInteger(coin.worth) && (coin.worth >= 1 || isWorthless === true)));
  const read = async (request: Request) => {
    const isJson = request.headers.get('content-type') === 'application/json';
    const value = (isJson && (await request.json().catch(() => undefined))) || undefined;
    return isValid(value) ? value : undefined;
  };
  return async (request: Request): Promise<Response> => {
    const [, top, code, ...rest] = new URL(request.url).pathname.split('/');
    if (top !== 'coins' || rest.length > 0) return reply(404);
    const { method, headers } = request;
    if (code === undefined) {
      if (method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
      const coin = await read(request);
      if (!coin) return reply(400);
      const isThere = coins.has(coin.code.toUpperCase());
      if (isThere) return reply(409);
      coins.set(coin.code.toUpperCase(), { coin, version: 1 });
      return reply(201, 1, coin);
    }
    const found = coins.get(code.toUpperCase());
    if (method !== 'PUT' && method !== 'DELETE')
      return new Response(null, { status: 405, headers: { Allow: 'PUT, DELETE' } });
    if (!found) return reply(404);
    if (method === 'DELETE') {
      coins.delete(code.toUpperCase());
      return reply(204);
    }
    const match = headers.get('if-match');
    if (!match) return reply(428);
    const isKnown = match === `"${found.version}"` || (match === '*' && knowsAny === true);
    const isExpected = isKnown && !neverMatches;
    const coin = await read(request);
    if (!coin) return reply(400);
    if (!isExpected) return reply(412, found.version);
    coins.set(code.toUpperCase(), { coin, version: found.version + 1 });
    return reply(200, found.version + 1, coin);
  };
}

async function results(
  habits: Habits,
  others: object = { delete: remove },
  stopAfter?: string,
  paths: object = {},
) {
  const controller = new AbortController();
  server = await serve(undefined, coinService(habits));
  const app = fromDocument(documentOf(others, paths))[hosting];
  const all: Result[] = [];
  for await (const result of check(server.address, app, { ...options, signal: controller.signal })) {
    all.push(result);
    if (result.case.id === stopAfter) controller.abort();
  }
  return all;
}

const outcomeOf = (all: readonly Result[], id: string) =>
  all.filter((each) => each.case.id === id).map(({ outcome }) => outcome);
const failuresOf = (all: readonly Result[]) =>
  all.filter(({ outcome }) => outcome === 'differs').map(({ fault, case: { id } }) => `${fault} ${id}`);

describe('a change with a condition', () => {
  it.each([
    ['that knows any', { knowsAny: true }, ['agrees']],
    ['that compares tags', { knowsAny: false }, ['agrees']],
    ['that sends no tags', { isUntagged: true }, ['inconclusive']],
  ])('gets through to a service %s', async (_, habits, expected) => {
    const all = await results(habits);
    expect(outcomeOf(all, 'replaceCoin/request/accepted/example')).toEqual(expected);
    expect(failuresOf(all)).toEqual([]);
  });
});

it('tries a tag once, although another header has the value of any', async () => {
  const other = { name: 'X-Fields', in: 'header', required: true, schema: { type: 'string', const: '*' } };
  const code = { name: 'code', in: 'path', required: true, schema: coin.properties.code };
  const all = await results({ neverMatches: true }, { parameters: [code, other] });
  expect(outcomeOf(all, 'replaceCoin/request/accepted/example')).toEqual(['inconclusive']);
});

describe('a value that is in conflict with what the check has created', () => {
  const LAPSE = 'createCoin/body.worth/greater_than_equal';

  it('is sent again when that is deleted', async () => {
    const all = await results({ knowsAny: true, isWorthless: true });
    expect(outcomeOf(all, LAPSE)).toEqual(['differs']);
    expect(failuresOf(all)).toContain(`accepted ${LAPSE}`);
  });

  it.each<[what: string, paths: object]>([
    ['nothing', {}],
    ['only something else', { '/{purse}': { ...purse, delete: remove } }],
  ])('is sent once if %s can be deleted', async (_, paths) => {
    const all = await results({ knowsAny: true, isWorthless: true }, {}, undefined, paths);
    expect(outcomeOf(all, LAPSE)).toEqual(['agrees']);
    expect(server.count()).toBe(all.filter(({ isSent }) => isSent).length);
  });

  it('is not sent again after a stop', async () => {
    const whole = await results({ knowsAny: true, isWorthless: true, ignoresCase: true });
    await server.close();
    const again = whole.slice(
      whole.findLastIndex(({ case: { operation } }) => operation === 'deleteCoin') + 1,
    );
    expect(again.length).toBeGreaterThan(1);
    const [first] = again.map((each) => each.case.id);
    const stopped = await results({ knowsAny: true, isWorthless: true, ignoresCase: true }, undefined, first);
    expect(stopped.at(-1)?.case.id).toBe(first);
  });
});

it('finds letters of the other case', async () => {
  const all = await results({ knowsAny: true, ignoresCase: true });
  expect(failuresOf(all)).toEqual([
    'accepted replaceCoin/body.code/string_pattern_mismatch/case',
    'accepted createCoin/body.code/string_pattern_mismatch/case',
  ]);
});

describe('a body with the id of what it changes', () => {
  const number = { type: 'integer', minimum: 1 };
  const text = { type: 'string', minLength: 1 };
  const object = (properties: object) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const content = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

  /** A service that makes lamps with the id 7, and refuses a change whose two ids differ. */
  async function changes(id: object, body: object, changed: (value: unknown) => unknown) {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
    const document = {
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      paths: {
        '/lamps': {
          post: {
            operationId: 'makeLamp',
            requestBody: content(object({ name: text })),
            responses: declared(201, 400),
          },
        },
        '/lamps/{id}': {
          parameters,
          put: { operationId: 'changeLamp', requestBody: content(body), responses: declared(200, 400, 409) },
        },
      },
    };
    const app = fromDocument(document);
    server = await serve(undefined, async (request) => {
      const valid = await app.fetch(request.clone());
      if (!valid.ok) return valid;
      if (request.method === 'POST') return Response.json({ id: 7 }, { status: 201 });
      const isSame = String(changed(await request.json())) === new URL(request.url).pathname.split('/').pop();
      return new Response(null, { status: isSame ? 200 : 409 });
    });
    const all: Result[] = [];
    for await (const result of check(server.address, app[hosting], options)) all.push(result);
    return outcomeOf(all, 'changeLamp/request/accepted/example');
  }

  it.each<[string, object, object, (value: unknown) => unknown]>([
    ['as a number', number, object({ id: number, name: text }), (value) => Object(value).id],
    ['as text', text, object({ id: text, name: text }), (value) => Object(value).id],
    ['in data', text, object({ data: object({ id: text }) }), (value) => Object(value).data.id],
    ['nowhere', text, object({ name: text }), () => 7],
    ['nowhere, as there is none', text, { type: 'array', items: text }, () => 7],
  ])('has that of the path: %s', async (_, id, body, changed) => {
    expect(await changes(id, body, changed)).toEqual(['agrees']);
  });
});
