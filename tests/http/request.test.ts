import { setImmediate } from 'node:timers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import type { LogWriter } from '../../src/contract/outcome.ts';
import { unknown } from '../../src/fields/optional.ts';
import { loggerOf } from '../../src/http/request.ts';
import { around, never, seen } from '../app/_around.ts';

/** What handlers and `around` know of a request, and what they log. */

it.each<[info: unknown, headers: Record<string, string>, address: string | undefined]>([
  [undefined, {}, undefined],
  [{ remoteAddr: { hostname: '192.0.2.1' } }, {}, '192.0.2.1'],
  [{ requestIP: () => ({ address: '::ffff:192.0.2.2' }) }, {}, '192.0.2.2'],
  [{ requestIP: () => null }, {}, undefined],
  [{}, { 'CF-Connecting-IP': '2001:db8::1' }, '2001:db8::1'],
])('the address is what the runtime tells: %j', async (info, headers, address) => {
  seen.length = 0;
  await around.fetch(new Request('http://localhost/lamps/1', { headers }), info);
  expect(seen[0]?.address).toBe(address);
});

it('a request that its client gives up is aborted, through the function around it', async () => {
  const controller = new AbortController();
  const answered = around.fetch(new Request('http://localhost/never', { signal: controller.signal }));
  await never.begun;
  controller.abort();
  await never.aborted;
  expect((await answered).status).toBe(400);
});

it('a request that its client gives up after its body is aborted, through the function around it', async () => {
  const controller = new AbortController();
  const postLamp = endpoint({
    method: 'POST',
    path: '/lamps',
    summary: '',
    body: unknown(),
    reply: { status: 204 },
  });
  let reason: unknown;
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { postLamp } },
    {
      postLamp: (_, { signal }) =>
        new Promise<undefined>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(reason);
          });
          setImmediate(() => controller.abort());
        }),
    },
    { around: (_, next) => next() },
  );
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: '{}', signal: controller.signal };
  expect((await app.fetch(new Request('http://localhost/lamps', sent))).status).toBe(400);
  expect(String(reason)).toMatch(/client/);
});

it('a check for readiness can be given up', async () => {
  const controller = new AbortController();
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: {} },
    {},
    {
      async ready() {
        setImmediate(() => controller.abort());
        await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
      },
    },
  );
  const { signal } = controller;
  expect((await app.fetch(new Request('http://localhost/readyz', { signal }))).status).toBe(200);
});

it('what a handler logs is printed where there is no other log', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply: { status: 204 } });
  const app = createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    {
      getLamp(_, { log }) {
        log.info('shown', { lamp: 7 });
        return undefined;
      },
    },
  );
  await app.fetch(new Request('http://localhost/lamp', { headers: { 'X-Request-Id': 'mine' } }));
  const lines = printed.mock.calls.map(([line]) => JSON.parse(line));
  expect(lines).toEqual([{ level: 'info', time: expect.any(Number), lamp: 7, id: 'mine', msg: 'shown' }]);
});

it('a request that was given up before is aborted as soon as it is asked', async () => {
  const signal = AbortSignal.abort();
  const request = new Request('http://localhost/never', { signal, headers: { 'X-Do': 'wait' } });
  expect((await around.fetch(request)).status).toBe(400);
});

it('a log takes everything', () => {
  const lines: unknown[] = [];
  const write: LogWriter = (...line) => lines.push(line);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const log = loggerOf('mine', write);
  log.debug('nothing');
  log.warn('all', { circle, big: 1n, call: () => 1, none: undefined, id: 'other', at: { big: 2n } });
  expect(lines).toEqual([
    ['debug', { id: 'mine' }, 'nothing'],
    ['warn', { circle: '[object Object]', big: '1', id_: 'other', at: { big: '2' }, id: 'mine' }, 'all'],
  ]);
  log.error('why', { error: new Error('one', { cause: new Error('two') }) });
  expect(JSON.stringify(lines[2])).toMatch(/Error: one.*\[cause\]: Error: two/);
});

it.each<[what: string, given: readonly unknown[], message: string, properties: object]>([
  ['an error after the message', ['it failed', new Error('one')], 'it failed', { error: /Error: one\n/ }],
  ['nothing but an error', [new Error('one')], 'one', { error: /Error: one\n/ }],
  ['the properties before the message', [{ lamp: 7 }, 'sold'], 'sold', { lamp: 7 }],
  ['nothing but properties', [{ lamp: 7 }], '', { lamp: 7 }],
  ['a number', ['sold', 7], 'sold', {}],
])('the log takes %s', (_, given, message, properties) => {
  const lines: unknown[][] = [];
  const log: { error: (...given: never[]) => void } = loggerOf('mine', (...line) => lines.push(line));
  log.error(...(given as never[]));
  const expected = Object.entries(properties).map(([name, value]) => [
    name,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ]);
  expect(lines).toEqual([['error', { ...Object.fromEntries(expected), id: 'mine' }, message]]);
});

it('the status of a reply can’t be set by what is around it', async () => {
  const bugs: unknown[] = [];
  const get = endpoint({ method: 'GET', path: '/', summary: 'Get', reply: { status: 204 } });
  const app = createApp(
    { title: '', version: '', endpoints: { get } },
    { get: () => undefined },
    {
      around: async (_, next) => Object.assign(await next(), { status: 418 }),
      onBug: (bug) => bugs.push(bug),
    },
  );
  expect((await app.fetch(new Request('http://localhost/'))).status).toBe(500);
  expect(String(bugs[0])).toMatch(/^TypeError: Cannot set property status/);
});
