import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer } from '../../src/contract/credential.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { fromDocument } from '../../src/from-document.ts';
import { textOf } from '../../src/http/content.ts';
import { createCore } from '../../src/http/core.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import type { AppCore } from '../../src/http/types.ts';
import { hurryClock } from '../_clock.ts';

/** Long bodies, which are read in steps, and errors, which are written in steps: both give the same as at once. */

beforeEach(hurryClock);

afterEach(() => {
  vi.restoreAllMocks();
});

const headers = { 'Content-Type': 'application/json' };

/** Sends a request, and tells whether its reply had to be waited for. Any other is the same as without a pause. */
async function ask(core: AppCore, body: string | Uint8Array, sent: object = headers) {
  const byName = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = core.receive({ method: 'POST', target: '/', header: (name) => byName.get(name) });
  if (answer.kind === 'deferred') throw new TypeError('nothing is around the app');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const made = answer.kind === 'body' ? answer.complete(bytes) : answer;
  const reply = made.kind === 'pending' ? await made.reply : made;
  const told = { status: reply.status, body: textOf(reply.body) };
  return { isPending: made.kind === 'pending', ...told };
}

const many = (unit: string, count = 9000) => `[${Array.from({ length: count }, () => unit).join()}]`;

/** The app of a document whose bodies are lists of these items. */
function documented(items: object, options: Parameters<typeof fromDocument>[1] = {}, responses = {}) {
  const schema = { type: 'array', items };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { requestBody, responses: { 200: { description: 'x' }, ...responses } };
  const info = { title: 'x', version: '1' };
  return fromDocument({ openapi: '3.1.0', info, paths: { '/': { post } } }, options)[hosting].build();
}

const integers = { type: 'integer' };

describe.each(['schema', 'fastapi'] as const)('a long body, read as %s', (values) => {
  const core = documented(integers, { values, limits: { depth: 3 } });
  it.each([
    ['is valid', many('1')],
    ['is valid up to its end', `${many('1').slice(0, -1)},"x"]`],
    ['has mistakes everywhere', many('"x"')],
    ['breaks off', many('1').slice(0, -1)],
    ['has no value in the middle', many('1').replace('1,', ',')],
    ['goes on after its end', `${many('1')}]`],
    ['is nested too deeply', many('[[[[]]]]')],
    ['is not UTF-8', new Uint8Array(20_000).fill(0xff)],
    ['is null at last', `${' '.repeat(20_000)}null`],
    ['is white space', ' '.repeat(20_000)],
  ])('that %s', async (_, body) => {
    const { status, body: told } = await ask(core, body);
    const atOnce = inject(core, { method: 'POST', target: '/', headers, body });
    expect({ status, told }).toEqual({ status: atOnce.status, told: atOnce.body });
  });

  it('gives way to other requests', async () => {
    expect(await ask(core, many('1', 30_000))).toMatchObject({ isPending: true, status: 200 });
    vi.restoreAllMocks();
    await immediate();
    expect(await ask(core, many('1', 10))).toMatchObject({ isPending: false, status: 200 });
  });
});

describe('a long body with a credential', () => {
  const row = { summary: '', reply: { status: 200, body: unknown() } } as const;
  const check = (token: string) => Promise.resolve(token === 'good' ? 'ada' : undefined);
  const credential = bearer({ check });
  const post = endpoint({ ...row, method: 'POST', path: '/', body: list(integer()), credential });
  const contract = { title: 'x', version: '1', endpoints: { post } };
  it.each([
    ['good', 200],
    ['bad', 401],
  ])('that is %s is answered with %i', async (token, status) => {
    const core = createCore(contract, { post: () => ({}) });
    const sent = { ...headers, Authorization: `Bearer ${token}` };
    expect(await ask(core, many('1'), sent)).toMatchObject({ isPending: true, status });
  });

  it('is read before a credential is missed, as FastAPI does', async () => {
    const core = createCore(contract, { post: () => ({}) }, { values: 'fastapi' });
    expect(await ask(core, many('1'))).toMatchObject({ status: 401 });
  });
});

it('a long body of another type is not read', async () => {
  const sent = { 'Content-Type': 'text/plain' };
  expect(await ask(documented(integers), many('1'), sent)).toMatchObject({ status: 415 });
});

it('a long form is read at once', async () => {
  const row = { summary: '', reply: { status: 200, body: unknown() } } as const;
  const post = endpoint({ ...row, method: 'POST', path: '/', body: form({ name: text() }) });
  const core = createCore({ title: 'x', version: '1', endpoints: { post } }, { post: () => ({}) });
  const sent = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = `name=${'a'.repeat(20_000)}`;
  await ask(core, 'name=a', sent);
  expect(await ask(core, body, sent)).toMatchObject({ isPending: false, status: 200 });
});

describe('an error by a schema', () => {
  // Nothing in it could tell what is wrong, so all ways to write it are tried.
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const responses = { 400: { description: 'x', content: { 'application/json': { schema } } } };

  it('gives way to other requests', async () => {
    const core = documented(integers, {}, responses);
    expect(await ask(core, '["x"]')).toEqual({ isPending: true, status: 400, body: '{"a":12}' });
    vi.restoreAllMocks();
    await immediate();
    expect(await ask(core, '["x"]')).toEqual({ isPending: false, status: 400, body: '{"a":12}' });
  });

  it('is told in a warning', async () => {
    const core = documented(integers, { validate: 'warn' }, responses);
    expect(await ask(core, '["x"]')).toMatchObject({ isPending: true, status: 200 });
  });

  it('is written at once for a body over the limit', () => {
    const content = { 'application/json': { schema } };
    const core = documented(integers, { limits: { body: 9 } }, { 413: { description: 'x', content } });
    const { status, body } = inject(core, {
      ...{ method: 'POST', target: '/', body: many('1') },
      headers: { ...headers, 'Content-Length': '18001' },
    });
    expect({ status, body }).toEqual({ status: 413, body: '{"a":12}' });
  });

  it.each(['', '['])('is written for a request with the body %j', async (body) => {
    const core = documented(integers, {}, responses);
    expect(await ask(core, body)).toEqual({ isPending: true, status: 400, body: '{"a":12}' });
  });
});
