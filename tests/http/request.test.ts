import { expect, it } from 'vitest';
import type { LogWriter } from '../../src/contract/outcome.ts';
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
