import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { combineObservers, type RequestObserver } from '../../src/hosts/node/server/context.ts';
import type { NodeOptions } from '../../src/hosts/node/server/server.ts';
import { chunked, EMAIL, get, head, post, posted } from './_bytes.ts';
import { neverRoute, serve } from './_server.ts';
import { openBothEnds, openWire } from './_wire.ts';

/** Observers of requests and connections. */

const seen: string[] = [];
const observer =
  (name: string): RequestObserver =>
  (request) => {
    const what = `${name}: ${request?.method} ${request?.target}`;
    seen.push(what);
    return ({ status }) => seen.push(`${what}, ${status}`);
  };
const counts = { open: 0, dropped: 0, failed: 0 };
const changes = new EventEmitter();
const options: NodeOptions = {
  observer: combineObservers([observer('one'), observer('two')]),
  connectionObserver: {
    changed(change) {
      counts.open += change;
      changes.emit('changed');
    },
    dropped() {
      counts.dropped++;
    },
    failed() {
      counts.failed++;
    },
  },
};
const { server, port } = serve(options, [neverRoute]);
beforeEach(() => {
  seen.length = 0;
});

const ITEM = 'GET /items/1';
const USER = 'POST /users';

describe('each of several observers sees a request when it arrives, and its reply', () => {
  it.each([
    ['a request', get(), ITEM, 200],
    ['a request with a body', posted(EMAIL), USER, 200],
    ['a request without a Host', head('GET /items/1 HTTP/1.1'), ITEM, 400],
    ['an invalid chunk', chunked('x\r\n'), USER, 400],
    ['a target that is wrong', head('GET items/1 HTTP/1.1', 'Host: a'), 'GET items/1', 400],
    ['no request', head('rubbish'), 'undefined undefined', 400],
    ['an invalid header', get('X'), ITEM, 400],
    ['no request behind half of an empty line', '\r\r\n', 'undefined undefined', 400],
  ])('%s', async (_, request, what, status) => {
    const wire = await openWire(port());
    wire.write(request);
    expect((await wire.reply()).status).toBe(status);
    wire.socket.destroy();
    expect(seen).toEqual([
      `one: ${what}`,
      `two: ${what}`,
      `one: ${what}, ${status}`,
      `two: ${what}, ${status}`,
    ]);
  });

  it('a request whose client disconnects before its body is complete', async () => {
    const [wire, socket] = await openBothEnds(server);
    const gone = new Promise((resolve) => socket.once('close', resolve));
    wire.write(post('Content-Length: 10', 'Expect: 100-continue'));
    await wire.reply();
    wire.socket.resetAndDestroy();
    await gone;
    expect(seen).toEqual([`one: ${USER}`, `two: ${USER}`, `one: ${USER}, 400`, `two: ${USER}, 400`]);
  });
});

async function untilNoneIsOpen(): Promise<void> {
  while (counts.open > 0) await once(changes, 'changed');
}

it('an observer sees no reply to a client that has disconnected before there is one', async () => {
  const [wire, socket] = await openBothEnds(server);
  const taken = once(socket, 'data');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  wire.write(head('GET /never HTTP/1.1', 'Host: a'));
  await taken;
  wire.socket.resetAndDestroy();
  await gone;
  expect(seen).toEqual(['one: GET /never', 'two: GET /never']);
});

it('an observer of connections counts those that are open', async () => {
  await untilNoneIsOpen();
  const wires = await Promise.all([openWire(port()), openWire(port())]);
  for (const wire of wires) {
    wire.write(get());
    await wire.reply();
  }
  expect(counts).toEqual({ open: 2, dropped: 0, failed: 0 });
  for (const { socket } of wires) socket.destroy();
  await untilNoneIsOpen();
  expect(counts).toEqual({ open: 0, dropped: 0, failed: 0 });
});
