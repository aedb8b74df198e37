import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import type { Context } from '../../src/contract/context.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/refusal.ts';
import { reply } from '../../src/contract/reply.ts';
import { boolean } from '../../src/fields/boolean.ts';
import { float } from '../../src/fields/float.ts';
import { integer } from '../../src/fields/integer.ts';
import { list } from '../../src/fields/list.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { hosting } from '../../src/http/hosting.ts';
import { type Connection, hosts } from '../_hosts.ts';

/** The ways in which handlers answer. */

const row = { summary: '', reply: { status: 200, body: object({ id: integer() }) } } as const;
const endpoints = {
  getNow: endpoint({ ...row, method: 'GET', path: '/now' }),
  getLater: endpoint({ ...row, method: 'GET', path: '/later', refusals: { 404: text(), 429: text() } }),
  putLater: endpoint({ ...row, method: 'PUT', path: '/later', body: object({ id: integer() }) }),
  getRejected: endpoint({ ...row, method: 'GET', path: '/rejected' }),
  getNever: endpoint({ ...row, method: 'GET', path: '/never' }),
  getThenable: endpoint({ ...row, method: 'GET', path: '/thenable' }),
  getId: endpoint({ ...row, method: 'GET', path: '/id', reply: { status: 200, body: text() } }),
  deleteLamp: endpoint({ ...row, method: 'DELETE', path: '/lamp', reply: { status: 204 } }),
  postLamp: endpoint({
    ...row,
    method: 'POST',
    path: '/lamps',
    reply: {
      status: 201,
      body: object({ id: integer() }),
      headers: { Location: text(), 'X-Left': integer() },
    },
  }),
  patchLamp: endpoint({ ...row, method: 'PATCH', path: '/lamp', reply: { status: 202, body: text() } }),
  getUnfit: endpoint({
    ...row,
    method: 'GET',
    path: '/unfit',
    reply: {
      status: 200,
      body: object({ id: integer(), lamps: list(object({ watts: integer({ min: 1 }) })) }),
    },
  }),
  getTexts: endpoint({
    ...row,
    method: 'GET',
    path: '/texts',
    reply: {
      status: 200,
      body: object({ id: integer(), ratio: float(), lit: boolean(), name: optional(text()) }),
    },
  }),
  getSplit: endpoint({
    ...row,
    method: 'GET',
    path: '/split',
    reply: { ...row.reply, headers: { 'X-A': text() } },
  }),
};

const bugs: unknown[] = [];
const seen: Context[] = [];
const app = createApp(
  { title: 'Handlers', version: '1.0.0', endpoints },
  {
    getNow: () => ({ id: 1 }),
    getLater: async (_, { requestId }) => {
      await wait(1);
      if (requestId === 'missing') return refuse(404, 'No such lamp');
      return requestId === 'busy' ? refuse(429, 'Too many', { headers: { 'Retry-After': '5' } }) : { id: 2 };
    },
    putLater: async ({ body }) => body,
    getRejected: async () => Promise.reject(new Error('secret cause')),
    getNever: (_, context) => {
      seen.push(context);
      return new Promise((_, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      });
    },
    getThenable: () => thenable(),
    getId: (_, { requestId }) => requestId,
    deleteLamp: async () => undefined,
    postLamp: () => reply({ id: 7 }, { headers: { Location: '/lamps/7', 'X-Left': 3 } }),
    patchLamp: () => 'soon',
    getTexts: () => JSON.parse('{"id":"+40","ratio":" 1","lit":"yes"}'),
    getUnfit: () => ({ id: Number('none'), lamps: [{ watts: 1 }, { watts: 0 }] }),
    getSplit: () => reply({ id: 1 }, { headers: { 'X-A': 'a\r\nSet-Cookie: b' } }),
  },
  { timeouts: { handlerTimeout: 50 }, onBug: (bug) => bugs.push(bug) },
);

/** A promise of a library's own. */
function thenable(): Promise<{ id: number }> {
  const then: Promise<{ id: number }>['then'] = (...told) => Promise.resolve({ id: 3 }).then(...told);
  return { then } as Promise<{ id: number }>;
}

describe.each(hosts)('a handler, on $name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(app[hosting].build());
  });
  afterAll(() => connection.close());
  const send = (method: string, target: string, headers = {}, body?: string) =>
    connection.send({ method, target, headers, body });

  it.each([
    ['GET', '/now', {}, 200, '{"id":1}'],
    ['GET', '/later', {}, 200, '{"id":2}'],
    ['GET', '/later', { 'X-Request-Id': 'missing' }, 404, '{"detail":"No such lamp"}'],
    ['PUT', '/later', { 'Content-Type': 'application/json' }, 200, '{"id":9}', '{"id":"9"}'],
    ['GET', '/thenable', {}, 200, '{"id":3}'],
    ['GET', '/texts', {}, 200, '{"id":40,"ratio":1.0,"lit":true,"name":null}'],
    ['GET', '/id', { 'X-Request-Id': 'mine' }, 200, '"mine"'],
    ['PATCH', '/lamp', {}, 202, '"soon"'],
    ['DELETE', '/lamp', {}, 204, ''],
  ])('%s %s %j is a %d', async (method, target, headers, status, expected, body?: string) => {
    const received = await send(method, target, headers, body);
    expect([received.status, received.body]).toEqual([status, expected]);
    expect(received.headers.has('content-type')).toBe(status !== 204);
  });

  it('sets the headers that the endpoint declares', async () => {
    const { status, headers } = await send('POST', '/lamps');
    expect(status).toBe(201);
    expect([headers.get('location'), headers.get('x-left')]).toEqual(['/lamps/7', '3']);
  });

  it('sets headers on a refusal', async () => {
    const { status, headers } = await send('GET', '/later', { 'X-Request-Id': 'busy' });
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  });

  it('whose output does not fit its declared reply is a 500, and the field is named', async () => {
    bugs.length = 0;
    expect((await send('GET', '/unfit')).body).toBe('{"detail":"Internal Server Error"}');
    expect(String(bugs[0])).toBe(
      'TypeError: The output of the handler does not fit: id must be a finite number, lamps.1.watts must be at least 1',
    );
  });

  it.each(['/rejected', '/split'])('that fails is a 500 that says nothing: %s', async (target) => {
    bugs.length = 0;
    const { status, body, headers } = await send('GET', target);
    expect([status, body]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(headers.has('set-cookie')).toBe(false);
    expect(bugs).toHaveLength(1);
  });

  it('that takes too long is told to stop, and a 503', async () => {
    bugs.length = 0;
    const { status, body } = await send('GET', '/never');
    expect([status, body]).toEqual([503, '{"detail":"The service took too long to answer"}']);
    expect(seen.at(-1)?.signal.aborted).toBe(true);
    expect(bugs).toEqual([]);
  });
});
