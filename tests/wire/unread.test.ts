import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import type { Route } from '../../src/http/types.ts';
import { get, head } from './_bytes.ts';
import { serve } from './_server.ts';
import { openBothEnds } from './_wire.ts';

/** Replies that their client reads late. */

const body = 'a'.repeat(12 * 1024 * 1024);
const large: Route = {
  method: 'GET',
  path: '/large',
  answer: () => ({ kind: 'reply', status: 200, headers: '', body }),
};
/** Each reply to it is another text. */
let count = 0;
const own: Route = {
  method: 'GET',
  path: '/own',
  answer: () => ({ kind: 'reply', status: 200, headers: '', body: `${count++}${body}` }),
};
const { server } = serve({ requestTimeout: 3_600_000 }, [large, own]);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Asks for a long reply, and reads none of it. Resolves once the service waits for that. */
async function askWithoutReading(path: string) {
  const [wire, socket] = await openBothEnds(server);
  wire.socket.pause();
  wire.write(head(`GET ${path} HTTP/1.1`, 'Host: a'));
  while (!socket.timeout) await new Promise(setImmediate);
  return { wire, socket };
}

it('a client that has read all of a long reply is no longer watched for reading nothing', async () => {
  const [wire, socket] = await openBothEnds(server);
  const taken = once(socket, 'data');
  wire.write(head('GET /large HTTP/1.1', 'Host: a'));
  await taken;
  while (!socket.timeout) await new Promise(setImmediate);
  expect((await wire.reply()).body.length).toBe(body.length);
  wire.write(get());
  expect((await wire.reply()).status).toBe(200);
  expect(socket.timeout).toBe(0);
  wire.socket.destroy();
});

it('of clients that do not read too much together, those that have not read for longest are disconnected', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const first = await askWithoutReading('/own');
  const second = await askWithoutReading('/own');
  const third = await askWithoutReading('/own');
  const isOpen = () => [first, second, third].map(({ socket }) => !socket.destroyed);
  // A second has not passed for any of them.
  expect(isOpen()).toEqual([true, true, true]);
  now += 2000;
  const fourth = await askWithoutReading('/own');
  expect(isOpen()).toEqual([false, false, true]);
  for (const { wire } of [third, fourth]) {
    wire.socket.resume();
    expect((await wire.reply()).body.length).toBe(body.length + 1);
    wire.socket.destroy();
  }
});

it('the same reply takes no more room when many do not read it', async () => {
  const all = [];
  for (let at = 0; at < 4; at++) all.push(await askWithoutReading('/large'));
  const later = performance.now() + 2000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  all.push(await askWithoutReading('/large'));
  for (const { wire } of all) {
    wire.socket.resume();
    expect((await wire.reply()).body.length).toBe(body.length);
    wire.socket.destroy();
  }
});
