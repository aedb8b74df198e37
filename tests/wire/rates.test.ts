import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTls } from '../../src/hosts/node/tls.ts';
import { StreamedContent } from '../../src/http/content.ts';
import type { Route } from '../../src/http/types.ts';
import { makeCertificate } from '../_certificate.ts';
import { EMAIL, head, post } from './_bytes.ts';
import { serve } from './_server.ts';
import { openSecureWire, openWire, type Wire } from './_wire.ts';

/** Slow but steady clients: above the minimum rate they may exceed the timeouts. */

const MEGABYTE = 1024 * 1024;
/** More than fits into the buffers of both sides. */
const size = 24 * MEGABYTE;
const large: Route = {
  method: 'GET',
  path: '/large',
  answer: () => ({ kind: 'reply', status: 200, headers: '', body: Buffer.alloc(size) }),
};
const streamed: Route = {
  method: 'GET',
  path: '/streamed',
  answer: () => ({
    kind: 'reply',
    status: 200,
    headers: '',
    body: new StreamedContent(Array.from({ length: 24 }, () => Buffer.alloc(MEGABYTE))),
  }),
};
const download = head('GET /large HTTP/1.1', 'Host: a', 'Connection: close');

/** Reads chunks of this size with a pause after each, and returns the total. */
async function readSlowly({ socket }: Wire, amount: number, pause: number): Promise<number> {
  let next = amount;
  socket.on('data', () => {
    if (socket.bytesRead < next) return;
    next = socket.bytesRead + amount;
    socket.pause();
    wait(pause).then(() => socket.resume());
  });
  socket.resume();
  // `once` would throw for a reset, which is one way to be disconnected.
  await new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  return socket.bytesRead;
}

const tls = await openTls();
tls.use(makeCertificate('one'));
const transports = [
  { name: 'a client', options: {}, open: openWire },
  { name: 'a client over TLS', options: { tls }, open: openSecureWire },
];

describe.concurrent.each(transports)('$name', ({ options, open }) => {
  const { port } = serve({ ...options, requestTimeout: 1000, minRate: 10 }, [large]);
  const { port: medium } = serve({ ...options, requestTimeout: 2000, minRate: MEGABYTE }, [streamed]);
  const { port: unread, server } = serve({ ...options, requestTimeout: 1000, minRate: 10 }, [large]);
  const { port: demanding } = serve({ ...options, requestTimeout: 200, minRate: 100 * MEGABYTE }, [large]);

  it('that sends its body slowly and steadily is answered', async () => {
    const wire = await open(port());
    wire.write(post('Content-Length: 618'));
    for (let sent = 0; sent < 600; sent += 20) {
      wire.write(' '.repeat(20));
      await wait(80);
    }
    wire.write(EMAIL);
    expect((await wire.reply()).body).toBe(EMAIL);
    wire.socket.destroy();
  });

  it('that reads a long reply slowly and steadily gets all of it', async () => {
    const wire = await open(port());
    wire.write(download);
    expect(await readSlowly(wire, 2 * MEGABYTE, 250)).toBeGreaterThan(size);
  });

  it('that reads a streamed reply slowly and steadily gets all of it', async () => {
    const wire = await open(medium());
    wire.write(head('GET /streamed HTTP/1.1', 'Host: a', 'Connection: close'));
    expect(await readSlowly(wire, 2 * MEGABYTE, 250)).toBeGreaterThan(size);
  });

  it('that stops reading a long reply is disconnected', async () => {
    const arrived: Promise<readonly Socket[]> = once(server, 'connection');
    const wire = await open(unread());
    const [connection] = await arrived;
    const gone = new Promise((resolve) => connection?.once('close', resolve));
    wire.write(download);
    await once(wire.socket, 'readable');
    wire.socket.pause();
    await gone;
    expect(await readSlowly(wire, size, 0)).toBeLessThan(size);
  });

  it('that reads a long reply below the minimum rate is disconnected', async () => {
    const wire = await open(demanding());
    wire.write(download);
    expect(await readSlowly(wire, MEGABYTE / 2, 50)).toBeLessThan(size);
  });
});

describe.concurrent('a connection', () => {
  const { port } = serve();

  it('is drained as long as its client keeps sending a refused body', async () => {
    const wire = await openWire(port());
    wire.write(post('Content-Length: 3000000'));
    for (let sent = 0; sent < 1_500_000; sent += 25_000) {
      wire.write(' '.repeat(25_000));
      await wait(50);
    }
    expect((await wire.reply()).status).toBe(413);
    expect(await wire.rest()).toBe('');
  });
});
