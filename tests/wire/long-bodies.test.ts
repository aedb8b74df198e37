import { describe, expect, it } from 'vitest';
import { replyTo } from '../../src/http/reply.ts';
import { tooSlow } from '../../src/http/statuses.ts';
import type { Route } from '../../src/http/types.ts';
import { get, head } from './_bytes.ts';
import { serve } from './_server.ts';
import { openBothEnds } from './_wire.ts';

/** Long bodies that arrive slowly. */

const LENGTH = 10 * 1024 * 1024;
const upload: Route = {
  method: 'POST',
  path: '/upload',
  maxBody: LENGTH,
  answer: () => ({
    kind: 'body',
    limit: LENGTH,
    complete: ({ length }) => ({ kind: 'reply', status: 200, headers: '', body: String(length) }),
    overflow: () => replyTo(tooSlow),
    brokenOff: () => replyTo(tooSlow),
  }),
};
const { server } = serve({ requestTimeout: 3_600_000 }, [upload]);

const whole = Buffer.alloc(LENGTH, 'a');
const first = whole.subarray(0, LENGTH * 0.95);
const rest = whole.subarray(first.length);
const SIZED = head('POST /upload HTTP/1.1', 'Host: a', `Content-Length: ${LENGTH}`);
const CHUNKED = `${head('POST /upload HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}${LENGTH.toString(16)}\r\n`;

type Begun = Awaited<ReturnType<typeof begin>>;

/** Sends the beginning of a body. Resolves once all of it has been received, or the service waits. */
async function begin(start = SIZED) {
  const [wire, socket] = await openBothEnds(server);
  wire.write(start);
  wire.socket.write(first);
  while (socket.bytesRead < start.length + first.length && !socket.isPaused())
    await new Promise(setImmediate);
  return { wire, socket };
}

describe('long bodies that have more than 64 MiB together', () => {
  it.each([
    ['is answered', SIZED, '', true],
    ['is answered, if they come in chunks', CHUNKED, '\r\n0\r\n\r\n', true],
    ['is broken off', SIZED, '', false],
  ])('wait until one of them %s', async (_, start, end, isSentOn) => {
    const earliest = await begin(start);
    const others: Begun[] = [];
    while (others.length < 5) others.push(await begin(start));
    const waiting = await begin(start);
    expect(waiting.socket.isPaused()).toBe(true);
    expect(waiting.socket.bytesRead).toBeLessThan(first.length);
    const short = await openBothEnds(server);
    short[0].write(get());
    expect((await short[0].reply()).status).toBe(200);
    // The earliest goes on, whatever the others have.
    if (isSentOn) {
      earliest.wire.socket.write(rest);
      earliest.wire.write(end);
      expect(await earliest.wire.reply()).toMatchObject({ status: 200, body: String(LENGTH) });
    } else {
      earliest.wire.socket.destroy();
    }
    waiting.wire.socket.write(rest);
    waiting.wire.write(end);
    expect(await waiting.wire.reply()).toMatchObject({ status: 200, body: String(LENGTH) });
    for (const { wire } of [earliest, waiting, ...others]) wire.socket.destroy();
    short[0].socket.destroy();
  });
});
