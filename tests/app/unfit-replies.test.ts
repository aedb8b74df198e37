import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { bearer } from '../../src/contract/credential.ts';
import type { AnyHandler, Handlers } from '../../src/contract/endpoint.ts';
import { type Endpoint, endpoint } from '../../src/contract/endpoint.ts';
import { refuse, reply } from '../../src/contract/outcome.ts';
import type { AnyField } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { omittable, optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { union } from '../../src/fields/union.ts';

/** Replies of handlers that the contract does not declare, and what they may leave out. */

const lamp = { method: 'GET', path: '/lamp', summary: '', reply: { status: 200, body: text() } } as const;

async function ask(changes: Partial<Endpoint>, handler: AnyHandler) {
  const endpoints = { getLamp: endpoint({ ...lamp, ...changes } as Endpoint) };
  const bugs: unknown[] = [];
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints },
    { getLamp: handler } as Handlers<typeof endpoints>,
    { onBug: (bug) => bugs.push(bug) },
  );
  const response = await app.fetch(new Request('http://lamps.test/lamp'));
  return { status: response.status, headers: response.headers, body: await response.text(), bugs };
}

describe('the detail of a refusal', () => {
  const Detail = object({ code: integer(), message: text() });

  it('is written as its field writes it', async () => {
    const { status, body } = await ask({ refusals: { 404: Detail } }, () =>
      refuse(404, { code: 1, message: 'Gone', other: true }),
    );
    expect([status, body]).toEqual([404, '{"detail":{"code":1,"message":"Gone"}}']);
  });

  it.each<[AnyField, unknown]>([
    [Detail, { code: 'x' }],
    [Detail, undefined],
    [text(), { code: 1 }],
    [list(text()), 'gone'],
  ])('that does not fit is a bug: %#', async (field, detail) => {
    const { status, body, bugs } = await ask({ refusals: { 404: field } }, () => refuse(404, detail));
    expect([status, body, bugs.length]).toEqual([500, '{"detail":"Internal Server Error"}', 1]);
  });

  it('is text for a credential that is missing, whatever handlers refuse with', async () => {
    const { status, body } = await ask(
      { credential: bearer({ check: 'any' }), refusals: { 401: Detail } },
      () => 'never',
    );
    expect([status, body]).toEqual([401, '{"detail":"Not authenticated"}']);
  });
});

describe('the headers of a reply', () => {
  it.each<[field: AnyField, value: unknown, sent: string | null]>([
    [text(), 'a', 'a'],
    [integer(), 1, '1'],
    [omittable(text()), undefined, null],
    [omittable(text()), 'a', 'a'],
    [optional(text()), undefined, null],
    [optional(text()), null, null],
    [optional(text(), 'default'), undefined, 'default'],
    [optional(text(), 'default'), 'a', 'a'],
  ])('may lack what may be left out: %#', async (field, value, sent) => {
    const { status, headers } = await ask({ reply: { ...lamp.reply, headers: { 'X-A': field } } }, () =>
      reply('on', { headers: { 'X-A': value } } as never),
    );
    expect([status, headers.get('x-a')]).toEqual([200, sent]);
  });

  it.each<[AnyField, unknown]>([
    [text(), undefined],
    [text(), null],
    [text(), 1],
    [omittable(integer()), 'a'],
  ])('must fit their fields: %#', async (field, value) => {
    const { status, bugs } = await ask({ reply: { ...lamp.reply, headers: { 'X-A': field } } }, () =>
      reply('on', { headers: { 'X-A': value } } as never),
    );
    expect([status, bugs.length]).toEqual([500, 1]);
  });

  it.each(['Connection', 'Content-Length', 'content-type', 'Keep-Alive', 'Transfer-Encoding', 'X Y', ''])(
    'can not be %j, which a host writes or nobody can',
    async (name) => {
      const { status, bugs } = await ask({}, () => refuse(404, 'Gone', { headers: { [name]: '0' } }));
      expect([status, bugs]).toEqual([500, [new TypeError(`a reply can't have the header ${name}`)]]);
    },
  );
});

describe('a property that a handler leaves out', () => {
  it.each<[AnyField]>([
    [object({ constructor: omittable(text()), name: text() })],
    [union(object({ toString: omittable(text()), name: text() }), integer())],
  ])('is not taken from the prototype: %#', async (body) => {
    const listed = list(body, { maxItems: 1 });
    const { body: sent } = await ask({ reply: { status: 200, body: listed } }, () => [{ name: 'a' }]);
    expect(sent).toBe('[{"name":"a"}]');
  });
});

it.each([
  ['that can not be shown', (bug: unknown) => String(Object(bug).stack), 1],
  ['that nobody can be told of', () => expect.fail('never'), 0],
])('a bug %s gets its 500', async (_, show, shown) => {
  const told: string[] = [];
  const reply = { status: 200, body: text() } as const;
  const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply });
  const bug = Object.defineProperty(new Error('hidden'), 'stack', {
    get() {
      throw new Error('no stack');
    },
  });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    { getLamp: () => Promise.reject(bug) },
    { onBug: (each) => void told.push(String(show(each))) },
  );
  const { status } = await app.fetch(new Request('http://localhost/lamp'));
  expect([status, told.length]).toEqual([500, shown]);
});
