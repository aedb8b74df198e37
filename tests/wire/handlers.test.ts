import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { reply } from '../../src/contract/outcome.ts';
import { text } from '../../src/fields/text.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { hosting } from '../../src/http/hosting.ts';
import { head } from './_bytes.ts';
import { openWire } from './_wire.ts';

/** Slow handlers, and clients that do not wait for them. */

/** The pending request of a handler, which the test ends. */
interface Busy {
  readonly signal: AbortSignal;
  finish(body: string): void;
}

const arrived: ((busy: Busy) => void)[] = [];
const bugs: unknown[] = [];
const getLater = endpoint({
  method: 'GET',
  path: '/later',
  summary: '',
  reply: { status: 200, body: text() },
});
const getNote = endpoint({
  method: 'GET',
  path: '/notes/{note}',
  summary: '',
  params: { note: text() },
  reply: { status: 200, body: text(), headers: { 'X-Note': text() } },
});
const app = createApp(
  { title: 'Later', version: '1.0.0', endpoints: { getLater, getNote } },
  {
    getNote: ({ params: { note } }) => reply(note, { headers: { 'X-Note': 'é' } }),
    getLater: (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener(
          'abort',
          () => signal.reason instanceof DOMException || reject(signal.reason),
        );
        arrived.shift()?.({ signal, finish: resolve });
      }),
  },
  { onBug: (bug) => bugs.push(bug) },
);
const server = createNodeServer(app[hosting].build());
const request = head('GET /later HTTP/1.1', 'Host: a');
beforeAll(() => once(server.listener.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => new Promise((resolve) => server.listener.close(resolve)));
beforeEach(() => {
  bugs.length = 0;
});

async function ask(count = 1) {
  const busy = new Promise<Busy>((resolve) => arrived.push(resolve));
  const wire = await openWire((server.listener.address() as AddressInfo).port);
  wire.write(request.repeat(count));
  return { wire, busy: await busy };
}

it.each(['ASCII', '%C3%BC', '%E2%82%AC'])('sends a header in Latin-1 before a body of %s', async (note) => {
  const socket = connect((server.listener.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head(`GET /notes/${note} HTTP/1.1`, 'Host: a', 'Connection: close'));
  const reply = Buffer.concat(await socket.toArray());
  expect(reply.toString('latin1')).toContain('X-Note: é\r\n');
  expect(reply.toString()).toMatch(new RegExp(`"${decodeURIComponent(note)}"$`));
});

describe('a slow handler', () => {
  it('is aborted when the client disconnects', async () => {
    const { wire, busy } = await ask();
    const aborted = once(busy.signal, 'abort');
    wire.socket.destroy();
    await aborted;
    busy.finish('too late');
    expect(bugs).toEqual([]);
  });

  it('is aborted when the client ends its side, which still gets the reply', async () => {
    const { wire, busy } = await ask();
    const aborted = once(busy.signal, 'abort');
    wire.socket.end();
    await aborted;
    busy.finish('here you are');
    const { headers, body } = await wire.reply();
    expect([body, headers.get('connection')]).toEqual(['"here you are"', 'close']);
    expect(await wire.rest()).toBe('');
  });

  it('does not end the connection of a client that has ended its side before all requests are answered', async () => {
    const { wire, busy } = await ask(2);
    const next = new Promise<Busy>((resolve) => arrived.push(resolve));
    const aborted = once(busy.signal, 'abort');
    wire.socket.end();
    await aborted;
    busy.finish('first');
    expect((await wire.reply()).headers.get('connection')).toBe('keep-alive');
    (await next).finish('second');
    expect((await wire.reply()).headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
  });

  it('is not asked for the next request of a client that has disconnected', async () => {
    const { wire, busy } = await ask(2);
    const asked = vi.fn();
    arrived.push(asked);
    const aborted = once(busy.signal, 'abort');
    wire.socket.resetAndDestroy();
    await aborted;
    busy.finish('too late');
    await nextRound();
    expect(asked).not.toHaveBeenCalled();
    arrived.length = 0;
  });

  it('does not change the order of replies', async () => {
    const connected: Promise<readonly Socket[]> = once(server.listener, 'connection');
    const { wire, busy } = await ask();
    const [socket] = await connected;
    const next = new Promise<Busy>((resolve) => arrived.push(resolve));
    const taken = socket && once(socket, 'data');
    wire.write(request);
    await taken;
    expect(arrived).toHaveLength(1);
    busy.finish('first');
    (await next).finish('second');
    expect((await wire.reply()).body).toBe('"first"');
    expect((await wire.reply()).body).toBe('"second"');
    expect(busy.signal.aborted).toBe(false);
    wire.socket.destroy();
  });
});
