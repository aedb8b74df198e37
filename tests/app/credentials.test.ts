import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { apiKey, basic, bearer } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { Refusal, reply } from '../../src/contract/outcome.ts';
import { nullable, unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';
import { ask, documentOf } from '../openapi/_document.ts';
import { thenable } from './_thenable.ts';

/** Credentials of endpoints. */

const login = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const UNAUTHENTICATED = '{"detail":"Not authenticated"}';
const INVALID = '{"detail":"Invalid credentials"}';

onEveryHost((send) => {
  it.each<[string, Record<string, string>, number, string, string?]>([
    ['/any', { Authorization: 'Bearer  a b ' }, 200, '"a b"'],
    ['/any', {}, 401, UNAUTHENTICATED, 'Bearer'],
    ['/any', { Authorization: 'bearer abc' }, 401, UNAUTHENTICATED, 'Bearer'],
    ['/any', { Authorization: login('a:b') }, 401, UNAUTHENTICATED, 'Bearer'],
    ['/user', { Authorization: 'Bearer good' }, 200, '"ada"'],
    ['/user', { Authorization: 'Bearer bad' }, 401, INVALID, 'Bearer error="invalid_token"'],
    ['/later', { Authorization: 'Bearer good' }, 200, '"ada"'],
    ['/later', { Authorization: 'Bearer bad' }, 403, '{"detail":"Not yours"}'],
    ['/login', { Authorization: login('ada:päss') }, 200, '"ada"'],
    ['/login', { Authorization: login('ada:x') }, 401, INVALID, 'Basic'],
    ['/login', { Authorization: login('ada') }, 401, UNAUTHENTICATED, 'Basic'],
    ['/login', { Authorization: 'Basic %%%' }, 401, UNAUTHENTICATED, 'Basic'],
    ['/login', { Authorization: 'Basic /w==' }, 401, UNAUTHENTICATED, 'Basic'],
    ['/key?key=a%20b', {}, 200, '"a b"'],
    ['/key?yek=a', {}, 401, UNAUTHENTICATED, 'ApiKey'],
    ['/cookie', { Cookie: 'a=b; key=c' }, 200, '"c"'],
    ['/cookie', {}, 401, UNAUTHENTICATED, 'ApiKey'],
  ])('answers %s with %j: %d', async (target, headers, status, body, challenge) => {
    const received = await send({ target, headers });
    expect([received.status, received.body]).toEqual([status, body]);
    expect(received.headers.get('www-authenticate')).toBe(challenge ?? null);
    expect(received.headers.get('cache-control')).toBe('no-store');
  });

  it('checks the credential before the body, and passes both to the handler', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      send({
        method: 'POST',
        target: '/key',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
    expect((await post({}, '{')).body).toBe('{"detail":"Bring a key"}');
    expect((await post({ 'X-Key': 'k' }, '{"name":"b"}')).body).toBe('"ada b"');
    expect((await post({ 'X-Key': 'k' }, '{}')).status).toBe(422);
  });
}, apps.credentials);

describe('the check of a credential', () => {
  const ask = async (check: () => unknown) => {
    const key = apiKey({ in: 'query', name: 'key', challenge: 'Key', check });
    const getLamp = endpoint({
      method: 'GET',
      path: '/lamp',
      summary: 'Shows a lamp.',
      credential: key,
      reply: { status: 200, body: unknown() },
    });
    const bugs: unknown[] = [];
    const app = createApp(
      { title: 'Lamps', version: '1', endpoints: { getLamp } },
      { getLamp: () => ({}) },
      { onBug: (bug) => bugs.push(bug) },
    );
    const response = await app.fetch(new Request('http://lamps.test/lamp?key=k'));
    return [response.status, response.headers.get('www-authenticate'), await response.text(), bugs.length];
  };

  it.each<[what: string, check: () => unknown, expected: readonly unknown[]]>([
    ['refuses', () => undefined, [401, 'Key', INVALID, 0]],
    [
      'refuses with a challenge of its own',
      () => new Refusal(401, 'Too old', { 'WWW-Authenticate': 'Key realm="lamps"' }),
      [401, 'Key realm="lamps"', '{"detail":"Too old"}', 0],
    ],
    [
      'refuses later, without a challenge',
      async () => new Refusal(401, 'Too old'),
      [401, 'Key', '{"detail":"Too old"}', 0],
    ],
    [
      'refuses later, by a promise of another realm',
      runInNewContext('async () => undefined'),
      [401, 'Key', INVALID, 0],
    ],
    ['refuses later, by a promise of a library', () => thenable(undefined), [401, 'Key', INVALID, 0]],
    ['refuses with no detail', () => new Refusal(403, undefined), [403, null, '{"detail":null}', 0]],
    [
      'fails',
      () => Promise.reject(new Error('secret cause')),
      [500, null, '{"detail":"Internal Server Error"}', 1],
    ],
    ...[false, null, undefined, '', 0, Number.NaN, 0n, [], uuid().parse('let-me-in')].flatMap(
      (nobody): [string, () => unknown, readonly unknown[]][] => [
        [`returns what identifies nobody: ${String(nobody)}`, () => nobody, [401, 'Key', INVALID, 0]],
        [`returns that later: ${String(nobody)}`, async () => nobody, [401, 'Key', INVALID, 0]],
      ],
    ),
    ...[new Error('no'), runInNewContext('new Error()'), new Response(), reply('ada', { headers: {} })].map(
      (bug): [string, () => unknown, readonly unknown[]] => [
        `returns what is a mistake: ${String(bug)}`,
        () => bug,
        [500, null, '{"detail":"Internal Server Error"}', 1],
      ],
    ),
    [
      'fails at once',
      () => {
        throw new Error('secret cause');
      },
      [500, null, '{"detail":"Internal Server Error"}', 1],
    ],
    ...[true, 7, 'ada', { id: 7 }, [7]].map((user): [string, () => unknown, readonly unknown[]] => [
      `identifies the caller: ${JSON.stringify(user)}`,
      () => user,
      [200, null, '{}', 0],
    ]),
  ])('%s', async (_, check, expected) => {
    expect(await ask(check)).toEqual(expected);
  });
});

describe('an optional credential', () => {
  const users = new Map([['good', { name: 'Ada' }]]);
  const row = { method: 'GET', summary: '', reply: { status: 200, body: nullable(text()) } } as const;
  const endpoints = {
    getUser: endpoint({
      ...row,
      path: '/user',
      credential: bearer({ check: (token) => users.get(token), optional: true }),
    }),
    getLogin: endpoint({ ...row, path: '/login', credential: basic({ check: 'any', optional: true }) }),
    getKey: endpoint({
      ...row,
      path: '/key',
      credential: apiKey({ in: 'cookie', name: 'key', check: async () => 'ada', optional: true }),
    }),
  };
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints },
    {
      getUser: ({ credential }) => credential?.name ?? null,
      getLogin: ({ credential }) => credential?.username ?? null,
      getKey: ({ credential = null }) => credential,
    },
  );

  it.each<[target: string, headers: Record<string, string>, status: number, body: string]>([
    ['/user', {}, 200, 'null'],
    ['/user', { Authorization: 'Bearer good' }, 200, '"Ada"'],
    ['/user', { Authorization: 'Bearer bad' }, 401, INVALID],
    ['/user', { Authorization: login('a:b') }, 401, UNAUTHENTICATED],
    ['/login', {}, 200, 'null'],
    ['/login', { Authorization: login('ada:x') }, 200, '"ada"'],
    ['/login', { Authorization: 'Basic %%%' }, 401, UNAUTHENTICATED],
    ['/key', { Cookie: 'other=1' }, 200, 'null'],
    ['/key', { Cookie: 'key=1' }, 200, '"ada"'],
  ])('of %s, with %j, gets a %d', async (target, headers, status, body) => {
    const response = await app.fetch(new Request(`http://localhost${target}`, { headers }));
    expect([response.status, await response.text()]).toEqual([status, body]);
  });

  it('is optional in the document', async () => {
    const response = await app.fetch(new Request('http://localhost/openapi.json'));
    const { paths } = (await response.json()) as { paths: Record<string, { get: { security: unknown } }> };
    expect(paths['/user']?.get.security).toEqual([{ Bearer: [] }, {}]);
  });
});

/** A document may require several credentials at once, or one of several. */
it.each([
  [{}, 401],
  [{ 'x-key': 'k' }, 401],
  [{ authorization: 'Bearer t' }, 401],
  [{ 'x-key': 'k', authorization: 'Bearer t' }, 200],
  [{ cookie: 'session=s' }, 200],
])('two credentials together, or a third one: %j gets a %d', (headers, status) => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    token: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: 'session' },
  };
  const get = {
    security: [{ key: [], token: [] }, { session: [] }],
    responses: { 200: { description: 'x' } },
  };
  const document = documentOf({ '/lamp': { get } }, { securitySchemes });
  expect(ask(document, { path: '/lamp', headers }).status).toBe(status);
});
