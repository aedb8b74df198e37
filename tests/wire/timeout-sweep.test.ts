import { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { practiceCore } from '../_practice.ts';

/** The rounds in which late clients are disconnected, by a clock that the tests turn. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function createServer() {
  return createNodeServer(practiceCore(), { headersTimeout: 3000, requestTimeout: 3000, idleTimeout: 3000 });
}

/** Opens so many connections, on which nothing arrives. */
function open({ listener }: ReturnType<typeof createServer>, count: number): readonly Socket[] {
  const sockets = Array.from({ length: count }, () => new Socket());
  for (const socket of sockets) listener.emit('connection', socket);
  return sockets;
}

/** Turns the clock, and lets the server do at each step what is due. */
async function turn(milliseconds: number, step = 100): Promise<void> {
  for (let at = 0; at < milliseconds; at += step) {
    vi.advanceTimersByTime(step);
    await nextRound();
  }
}

const closed = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;

it('a client is disconnected soon after its time, and nothing is due any more', async () => {
  const server = createServer();
  const sockets = open(server, 1);
  await turn(2900);
  expect(closed(sockets)).toBe(0);
  await turn(900);
  expect(closed(sockets)).toBe(1);
  expect(server.connections.size).toBe(0);
  await turn(1000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a client that comes later is disconnected later', async () => {
  const server = createServer();
  const first = open(server, 1);
  await turn(1700);
  const second = open(server, 1);
  await turn(2100);
  expect([closed(first), closed(second)]).toEqual([1, 0]);
  await turn(1700);
  expect(closed(second)).toBe(1);
});

it('a client that comes after all others have gone is disconnected too', async () => {
  const server = createServer();
  open(server, 1);
  await turn(6000);
  const sockets = open(server, 1);
  await turn(3800);
  expect(closed(sockets)).toBe(1);
});

it('nothing is due more often than every half second', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  open(createServer(), 1);
  await turn(2900);
  expect(timers.mock.calls.length).toBeLessThan(8);
});

it('late clients are disconnected one after the other, a millisecond apart', async () => {
  const sockets = open(createServer(), 100);
  await turn(2900);
  while (closed(sockets) === 0) await turn(1, 1);
  const first = closed(sockets);
  await turn(40, 1);
  expect(closed(sockets)).toBe(first + 40);
  await turn(60, 1);
  expect(closed(sockets)).toBe(100);
});

it('more late clients than that are disconnected within two and a half seconds', async () => {
  const count = 5000;
  open(createServer(), count);
  await turn(2900);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  while (timers.mock.calls.length < count) await turn(1, 1);
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0).slice(0, count);
  expect(delays).toEqual(Array.from({ length: count }, (_, at) => at / 2));
});
