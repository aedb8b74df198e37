import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { apiKey, bearer, type Credential } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { unknown } from '../../src/fields/optional.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';
import { credentialReader } from '../../src/http/parts.ts';

/** Endpoints that ask for several credentials, and checks that take their time. */

const key = apiKey({ in: 'query', name: 'key', missing: 'no key', check: 'any' });
const session = apiKey({ in: 'cookie', name: 'session', missing: 'no session', check: 'any' });
const token = bearer({ missing: 'no token', check: 'any' });
const header = apiKey({ in: 'header', name: 'X-Key', missing: 'no header', check: 'any' });

const all: Record<string, string> = { Authorization: 'Bearer t', Cookie: 'session=s', 'X-Key': 'h' };

function ask(credential: Credential, target: string, ...names: readonly string[]): string {
  const reply = { status: 200, body: unknown() } as const;
  const getLamp = endpoint({ method: 'GET', path: '/', summary: '', credential, reply });
  const handlers = { getLamp: (input: { credential: unknown }) => input.credential };
  const core = createCore({ title: '', version: '', endpoints: { getLamp } }, handlers);
  const headers = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
  const { status, body } = inject(core, { method: 'GET', target, headers });
  return `${status} ${status === 200 ? JSON.parse(body) : JSON.parse(body).detail}`;
}

describe('one', () => {
  it.each([
    [key, '/?key=k', [], '200 k'],
    [key, '/', ['Authorization', 'Cookie', 'X-Key'], '401 no key'],
    [session, '/?session=k', [], '401 no session'],
    [session, '/', ['Cookie'], '200 s'],
    [header, '/', ['X-Key'], '200 h'],
    [token, '/', ['Authorization'], '200 t'],
  ])('is read from its place: %#', (credential, target, names, expected) => {
    expect(ask(credential, target, ...names)).toBe(expected);
  });
});

describe('all of several', () => {
  const both = { ...key, and: [token, session] };

  it.each([
    ['/?key=k', ['Authorization', 'Cookie'], '200 s'],
    ['/?key=k', ['Authorization'], '401 no session'],
    ['/?key=k', ['Cookie'], '401 no token'],
    ['/', ['Authorization', 'Cookie'], '401 no key'],
    ['/', [], '401 no key'],
  ])('are needed: %s with %j', (target, names, expected) => {
    expect(ask(both, target, ...names)).toBe(expected);
  });
});

it('looks through the cookies once for hundreds of alternatives', () => {
  const or = Array.from({ length: 300 }, (_, at) => apiKey({ in: 'cookie', name: `k${at}`, check: 'any' }));
  const reply = { status: 204 } as const;
  const credential = { ...session, or };
  const getLamp = endpoint({ method: 'GET', path: '/', summary: '', credential, reply });
  const core = createCore({ title: '', version: '', endpoints: { getLamp } }, { getLamp: () => undefined });
  let looks = 0;
  const header = (name: string) => {
    if (name === 'cookie') looks++;
    return name === 'cookie' ? 'k298=a; k299=b' : undefined;
  };
  expect(core.receive({ method: 'GET', target: '/', header })).toMatchObject({ status: 204 });
  expect(looks).toBe(1);
});

it('is read by one function, however many endpoints ask for it', () => {
  const many = { ...key, or: [token, header] };
  expect(credentialReader(many)).toBe(credentialReader(many));
});

describe('one of several', () => {
  const either = { ...key, or: [{ ...token, and: [session] }, header] };

  it.each([
    ['/?key=k', ['X-Key'], '200 k'],
    ['/', ['Authorization', 'Cookie', 'X-Key'], '200 s'],
    ['/', ['Authorization', 'X-Key'], '200 h'],
    ['/', ['X-Key'], '200 h'],
    ['/', ['Authorization'], '401 no key'],
    ['/', [], '401 no key'],
  ])('is enough: %s with %j', (target, names, expected) => {
    expect(ask(either, target, ...names)).toBe(expected);
  });

  it('may be two together', () => {
    const other = { ...key, and: [token], or: [header] };
    expect(ask(other, '/?key=k', 'Authorization')).toBe('200 t');
    expect(ask(other, '/?key=k')).toBe('401 no token');
    expect(ask(other, '/?key=k', 'X-Key')).toBe('200 h');
  });
});

describe('checks that take their time', () => {
  const check = async (token: string) => (token === 'k' || token === 't' ? token : undefined);
  const slowKey = apiKey({ in: 'query', name: 'key', missing: 'no key', check });
  const slowToken = bearer({ missing: 'no token', check });

  it.each([
    ['both', { ...slowKey, and: [slowToken] }, '?key=k', 'Bearer t', 200, 't'],
    ['both', { ...slowKey, and: [slowToken] }, '?key=x', 'Bearer t', 401, 'Invalid credentials'],
    ['both', { ...slowKey, and: [slowToken] }, '?key=k', 'Bearer x', 401, 'Invalid credentials'],
    ['both', { ...slowKey, and: [slowToken] }, '?key=k', '', 401, 'no token'],
    ['both', { ...slowKey, and: [token] }, '?key=x', 'Bearer t', 401, 'Invalid credentials'],
    ['either', { ...slowKey, or: [slowToken] }, '?key=k', 'Bearer x', 200, 'k'],
    ['either', { ...slowKey, or: [slowToken] }, '?key=x', 'Bearer t', 200, 't'],
    ['either', { ...slowKey, or: [slowToken] }, '', 'Bearer t', 200, 't'],
    ['either', { ...slowKey, or: [slowToken] }, '?key=x', '', 401, 'Invalid credentials'],
    ['either', { ...slowKey, or: [slowToken] }, '', 'Bearer x', 401, 'no key'],
  ])('of %s: %#', async (_, credential: Credential, query, authorization, status, said) => {
    const reply = { status: 200, body: unknown() } as const;
    const getLamp = endpoint({ method: 'GET', path: '/', summary: '', credential, reply });
    const handlers = { getLamp: (input: { credential: unknown }) => input.credential };
    const app = createApp({ title: '', version: '', endpoints: { getLamp } }, handlers);
    const headers = authorization === '' ? {} : { authorization };
    const response = await app.fetch(new Request(`http://lamps.test/${query}`, { headers }));
    const body = status === 200 ? said : { detail: said };
    expect([response.status, await response.json()]).toEqual([status, body]);
  });
});

it('a check that fails before the body arrives is a bug, and nothing else', async () => {
  const credential = apiKey({ in: 'query', name: 'key', check: () => Promise.reject(new Error('secret')) });
  const reply = { status: 204 } as const;
  const addLamp = endpoint({ method: 'POST', path: '/', summary: '', credential, body: unknown(), reply });
  const bugs: unknown[] = [];
  const core = createCore(
    { title: '', version: '', endpoints: { addLamp } },
    { addLamp: () => undefined },
    { onBug: (bug) => bugs.push(bug) },
  );
  const answer = core.receive({ method: 'POST', target: '/?key=k', header: () => undefined });
  await setImmediate();
  const later = answer.kind === 'body' && answer.complete(new TextEncoder().encode('{}'));
  const made = later && later.kind === 'pending' && (await later.reply);
  expect(made && [made.status, made.body]).toEqual([500, '{"detail":"Internal Server Error"}']);
  expect(bugs).toEqual([new Error('secret')]);
});
