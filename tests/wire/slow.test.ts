import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { chunk, chunked, EMAIL, get, post, posted } from './_bytes.ts';
import { expectLast } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Slow clients and timeouts. */

/** The bytes that a slow client sends, and those that it repeats. */
const trickles: readonly (readonly [string, string, string])[] = [
  ['sends empty lines', '\r\n', '\r\n'],
  ['stops in the method', 'GE', ''],
  ['stops in the target', 'GET /ite', ''],
  ['sends its target bit by bit', 'GET /', 'a'],
  ['stops in the headers', 'GET / HTTP/1.1\r\nHost: a\r\n', ''],
  ['sends header after header', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
  ['stops behind a request', `${get()}GET`, ''],
  ['stops before its body', post('Content-Length: 10'), ''],
  ['stops in its body', post('Content-Length: 10000') + ' '.repeat(5000), ''],
  ['sends its body bit by bit', post('Content-Length: 10000'), ' '],
  ['sends chunk after chunk', chunked(chunk('{')), chunk(' ')],
  ['stops in the size of a chunk', chunked('1'), ''],
  ['sends the size of a chunk bit by bit', chunked('0'), '0'],
  ['sends an extension bit by bit', chunked('1;a'), 'a'],
  ['stops in the trailers', chunked('0\r\n'), ''],
  ['is told to go on, and does not', post('Content-Length: 10', 'Expect: 100-continue'), ''],
];

/** Sends the same piece again and again, until the connection ends; in five seconds not as often as there may be headers. */
function trickle(socket: Socket, write: () => unknown): void {
  const timer = setInterval(() => socket.writable && write(), 100);
  socket.once('close', () => clearInterval(timer));
}

async function expectTimeout(port: number, first: string, more: string): Promise<void> {
  const wire = await openWire(port);
  if (more !== '') trickle(wire.socket, () => wire.write(more));
  wire.write(first);
  let reply = await wire.reply();
  while (reply.status < 400) reply = await wire.reply();
  expectLast(reply);
  expect(reply.status).toBe(408);
  expect(await wire.rest()).toBe('');
}

/** A client whose bytes arrive just after the end of the connection sees a reset. */
function emptyIfReset({ code }: NodeJS.ErrnoException): string {
  return code === 'ECONNRESET' ? '' : `${code}`;
}

/** `more` is sent byte by byte, over and over. */
async function expectLetGo(port: number, more = ''): Promise<void> {
  const wire = await openWire(port);
  wire.socket.setNoDelay();
  wire.write(posted(EMAIL));
  expect((await wire.reply()).status).toBe(200);
  let sent = 0;
  if (more !== '') trickle(wire.socket, () => wire.write(more.charAt(sent++ % more.length)));
  expect(await wire.rest().catch(emptyIfReset)).toBe('');
}

describe.concurrent('a client', () => {
  const { port: hurried } = serve({
    headersTimeout: 200,
    requestTimeout: 400,
    idleTimeout: 200,
    requestsPerConnection: 1_000_000,
  });
  const { port: patient } = serve();

  it.each(trickles)('that %s gets a 408', async (_, first, more) => {
    await expectTimeout(hurried(), first, more);
  });

  it.each([
    ['says nothing more', ''],
    ['sends nothing more but empty lines, bit by bit', '\r\n'],
  ])('that %s is disconnected', async (_, more) => {
    await expectLetGo(hurried(), more);
  });

  it('that sends nothing is disconnected without a reply', async () => {
    const wire = await openWire(hurried());
    expect(await wire.rest()).toBe('');
  });

  it('that is one of many gets a 408, too', async () => {
    await Promise.all(Array.from({ length: 300 }, () => expectTimeout(hurried(), 'GE', '')));
  });

  it('that does any of this has seconds by default', async () => {
    const late = trickles.map(([how, first, more]) =>
      expectTimeout(patient(), first, more).catch((cause) => {
        throw new Error(`A client that ${how}`, { cause });
      }),
    );
    await Promise.all([...late, expectLetGo(patient())]);
  });

  it('that sends requests in time is answered for longer than one timeout', async () => {
    const wire = await openWire(hurried());
    const start = performance.now();
    while (performance.now() - start < 1000) {
      wire.write(posted(EMAIL));
      expect((await wire.reply()).body).toBe(EMAIL);
    }
    wire.socket.destroy();
  });
});
