import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/types.ts';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from './_bytes.ts';
import { laterRoute, serve } from './_server.ts';
import { openBothEnds, openWire, type Wire } from './_wire.ts';

/** Clients that disconnect during a request, and clients that do not read. */

const waiting = new EventEmitter();
/** A route that never has a reply. */
const waitingRoute: Route = {
  method: 'GET',
  path: '/waiting',
  answer() {
    waiting.emit('asked');
    return { kind: 'pending', reply: new Promise(() => {}), abort: () => waiting.emit('aborted') };
  },
};
const { server, port } = serve({ requestTimeout: 500, idleTimeout: 500 }, [waitingRoute]);
const open = new Set<Socket>();
server.on('connection', (socket: Socket) => {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
});
beforeEach(() => open.clear());

async function allClosed(): Promise<void> {
  await Promise.all([...open].map((socket) => once(socket, 'close')));
}

async function expectHealthy(): Promise<void> {
  const wire = await openWire(port());
  wire.write(posted(EMAIL, 'Connection: close'));
  expect((await wire.reply()).body).toBe(EMAIL);
  expect(await wire.rest()).toBe('');
}

const breaks: readonly (readonly [string, (wire: Wire) => unknown])[] = [
  ['resets the connection', ({ socket }) => socket.resetAndDestroy()],
  ['closes the connection', ({ socket }) => socket.destroy()],
  ['ends its side of the connection', (wire) => once(wire.socket.resume().end(), 'close')],
];

describe.each([
  ['a request without a body', get()],
  ['a request with a length', posted(EMAIL)],
  ['a request in chunks', chunked(chunk(EMAIL.slice(0, 9)) + chunk(EMAIL.slice(9)) + LAST_CHUNK)],
  ['a request that waits to be told to go on', post('Expect: 100-continue', 'Content-Length: 18') + EMAIL],
  ['a request that is refused', post('Content-Length: 65537') + EMAIL],
  ['a request that is not one', `${head('rubbish')}more of it`],
])('%s', (_, request) => {
  it.each(breaks)('does not affect others when its client %s', async (__, breakOff) => {
    for (let at = 0; at <= request.length; at++) {
      const wire = await openWire(port());
      wire.socket.on('error', () => {});
      wire.write(request.slice(0, at));
      await breakOff(wire);
      await expectHealthy();
    }
    await allClosed();
  });
});

it('tells whoever makes a reply that its client has gone', async () => {
  const asked = once(waiting, 'asked');
  const aborted = once(waiting, 'aborted');
  const wire = await openWire(port());
  wire.socket.on('error', () => {});
  wire.write(head('GET /waiting HTTP/1.1', 'Host: a'));
  await asked;
  wire.socket.resetAndDestroy();
  await aborted;
  await expectHealthy();
});

const large = head('GET /openapi.json HTTP/1.1', 'Host: a');

it('survives a client that disconnects during its reply', async () => {
  for (let round = 0; round < 20; round++) {
    const { socket } = await openWire(port());
    socket.write(large.repeat(10));
    await once(socket, 'readable');
    socket.resetAndDestroy();
  }
  await expectHealthy();
  await allClosed();
});

describe('clients that request much and read nothing', () => {
  let asked = 0;
  const count = () => {
    asked++;
    return () => {};
  };
  const aside = laterRoute('/aside', { kind: 'reply', status: 200, headers: '', body: ' '.repeat(50_000) });
  const { server: hurried } = serve({ requestTimeout: 500, observer: count }, [aside]);
  beforeEach(() => {
    asked = 0;
  });

  it.each([
    ['the service', large],
    ['what is beside it', head('GET /aside HTTP/1.1', 'Host: a')],
  ])('get no more replies to %s, and are disconnected', async (_, request) => {
    for (let client = 0; client < 3; client++) {
      const [{ socket }, connection] = await openBothEnds(hurried);
      const gone = once(connection, 'close');
      socket.on('error', () => {}).write(request.repeat(1000));
      await gone;
      socket.destroy();
    }
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(1500);
  });
});

it('reads requests from a client only as fast as it answers them', async () => {
  const [{ socket }, connection] = await openBothEnds(server);
  socket.write(large.repeat(100_000));
  await new Promise<void>((resolve) => {
    socket.on('data', () => socket.bytesRead > 50_000_000 && resolve());
  });
  expect(connection.bytesRead).toBeLessThan(4 * 64 * 1024);
  socket.destroy();
});
