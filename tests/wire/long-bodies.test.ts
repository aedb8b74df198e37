import { describe, expect, it } from 'vitest';
import { LongBodies } from '../../src/hosts/node/server/long-bodies.ts';
import { replyTo } from '../../src/http/reply.ts';
import { tooSlow } from '../../src/http/statuses.ts';
import type { Route } from '../../src/http/types.ts';
import { ensure } from '../../src/text/memo.ts';
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

describe('a long body', () => {
  /** Bodies that arrive with so many MiB or, with a minus, end; and those that go on in the end. */
  it.each([
    ['passes a longer one that waits if it fits beside it', 'a40 b20 c30 d4', 'a b d'],
    ['passes none that would wait for it', 'a40 b10 c50 d10 e4 -b f10', 'a d e'],
    ['gets room before shorter ones that came later', 'a40 b10 c50 d10 e4 -b f10 -a', 'd e c'],
    ['passes it once others that did have ended', 'a40 b20 c60 d4 -b e8 -d f4', 'a f'],
    ['goes on once there is room beside those that passed it', 'a40 b20 c30 d4 -a', 'b d c'],
    ['has room as soon as a longer one no longer waits for it', 'a40 c50 d14 e10 -c', 'a d e'],
    ['that has had room the longest takes more of it', 'a40 b10 c50 d14 a60', 'b d a'],
    ['that had room later waits for more of it', 'a40 b10 c50 b20', 'a'],
    ['waits alone if it is longer than all room', 'a1 b70 c1', 'a'],
    ['has no less room if it is longer than all', 'b70 c1 -b d1', 'c d'],
  ])('%s', async (_, events, expected) => {
    const bodies = new LongBodies();
    const named = new Map<string, object>();
    const going = new Set<string>();
    for (const [, minus, name = '', mebibytes] of events.matchAll(/(-?)(\w)(\d*)/g)) {
      const body = ensure(named, name, () => ({}));
      going.delete(name);
      const length = Number(mebibytes) * 1024 * 1024;
      if (minus) bodies.delete(body);
      else void Promise.resolve(bodies.receive(body, length, length)).then(() => going.add(name));
      await new Promise(setImmediate);
    }
    expect([...going].join(' ')).toBe(expected);
  });
});
