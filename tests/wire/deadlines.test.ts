import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../src/hosts/node/server/connection.ts';
import type { ServerContext } from '../../src/hosts/node/server/context.ts';
import { phaseTimeouts, Shutdown } from '../../src/hosts/node/server/context.ts';
import { LongBodies } from '../../src/hosts/node/server/long-bodies.ts';
import { keepAliveHeaders } from '../../src/hosts/node/server/output.ts';
import { Turns } from '../../src/hosts/node/server/turns.ts';
import { UnreadReplies } from '../../src/hosts/node/server/unread.ts';
import type { Timeouts } from '../../src/http/limits.ts';
import { type Reply, replyTo } from '../../src/http/reply.ts';
import { tooSlow } from '../../src/http/statuses.ts';
import type { Route } from '../../src/http/types.ts';
import { practiceCore } from '../_practice.ts';
import { chunk, chunked, EMAIL, get, head, post, posted } from './_bytes.ts';
import { openBothEnds, type Wire } from './_wire.ts';

/** The time after which a client is disconnected, by a clock that stands still unless a test turns it. */

const LONG = 300_000;

const MEBIBYTE = 1024 * 1024;
const upload: Route = {
  method: 'POST',
  path: '/upload',
  maxBody: 10 * MEBIBYTE,
  answer: () => ({
    kind: 'body',
    limit: 10 * MEBIBYTE,
    complete: () => replyTo(tooSlow),
    overflow: () => replyTo(tooSlow),
    brokenOff: () => replyTo(tooSlow),
  }),
};

let now = 0;
const asked = new EventEmitter();
const routes: readonly Route[] = [
  upload,
  {
    method: 'GET',
    path: '/slow',
    answer() {
      const reply = new Promise<Reply>((resolve) => {
        asked.once('finish', () => resolve({ kind: 'reply', status: 200, headers: '', body: '' }));
      });
      return { kind: 'pending', reply, abort() {} };
    },
  },
  {
    method: 'GET',
    path: '/large',
    answer: () => ({ kind: 'reply', status: 200, headers: '', body: new Uint8Array(24 * 1024 * 1024) }),
  },
  {
    method: 'GET',
    path: '/long',
    answer: () => ({ kind: 'reply', status: 200, headers: '', body: 'a'.repeat(LONG) }),
  },
];
const bugs: unknown[] = [];
const timeouts: Timeouts = {
  headersTimeout: 1000,
  requestTimeout: 4000,
  idleTimeout: 2000,
  minRate: 100,
  requestsPerConnection: 100,
};

function contextWith(given: Timeouts): ServerContext {
  return {
    app: practiceCore({ hostRoutes: routes }),
    isSecure: false,
    timeouts: phaseTimeouts(given),
    maxRequests: given.requestsPerConnection,
    keepAliveHeaders: keepAliveHeaders(given.idleTimeout),
    observer: undefined,
    shutdown: new Shutdown(),
    turns: new Turns(),
    longBodies: new LongBodies(),
    unread: new UnreadReplies(),
    onBug: (bug) => bugs.push(bug),
  };
}

/** A connection and both of its ends. */
class Client {
  readonly wire: Wire;
  readonly socket: Socket;
  readonly #connection: Connection;
  #isLate = false;

  constructor(wire: Wire, socket: Socket, connection: Connection) {
    this.wire = wire;
    this.socket = socket;
    this.#connection = connection;
  }

  /** Sends bytes, and waits until they are read and, where they end the connection, the replies are sent. */
  async send(bytes: string): Promise<void> {
    const taken = once(this.socket, 'data');
    this.wire.write(bytes);
    await taken;
    if (this.socket.writableEnded && !this.socket.writableFinished) await once(this.socket, 'finish');
  }

  /**
   * Turns the clock to a time or, if the client is late before, to that, and returns true. Looks for it whenever the connection
   * asks for that.
   */
  turnTo(time: number): boolean {
    while (!this.#isLate && this.#connection.deadline <= time) {
      now = Math.max(now, this.#connection.deadline);
      const { writableEnded } = this.socket;
      this.#connection.endIfLate();
      this.#isLate = this.socket.destroyed || this.socket.writableEnded !== writableEnded;
    }
    if (!this.#isLate) now = time;
    return this.#isLate;
  }

  /** Turns the clock until the client is late. */
  untilLate(): number {
    this.turnTo(Number.MAX_SAFE_INTEGER);
    return now;
  }
}

const server = createServer({ allowHalfOpen: true, noDelay: true });
let context = contextWith(timeouts);

async function open(): Promise<Client> {
  const [wire, socket] = await openBothEnds(server);
  return new Client(wire, socket, new Connection(socket, context, new Set()));
}

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
beforeEach(() => {
  now = 0;
  context = contextWith(timeouts);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
  expect(bugs).toEqual([]);
});

const wanted = post('Content-Length: 10000');
const cut = wanted.length / 2;

const everySecond = Array.from({ length: 40 }, (_, at) => [1000 * (at + 1), 'x']);

/** A body of which so many bytes come every 400 milliseconds, for nine seconds. */
function trickle(length: number): Readonly<Record<number, string>> {
  const times = Array.from({ length: 22 }, (_, at) => 400 * (at + 1));
  return { 0: wanted, ...Object.fromEntries(times.map((time) => [time, ' '.repeat(length)])) };
}

describe('a client that stops in a long body', () => {
  const sent =
    head('POST /upload HTTP/1.1', 'Host: a', `Content-Length: ${10 * MEBIBYTE}`) + ' '.repeat(100_000);

  async function begin(): Promise<Client> {
    const client = await open();
    client.wire.write(sent);
    while (client.socket.bytesRead < sent.length) await new Promise(setImmediate);
    return client;
  }

  it.each([
    ['has the usual time while there is room for others', 5, 5000],
    ['has a second while another waits for room', 6, 2000],
  ])('%s', async (_, count, end) => {
    const client = await begin();
    const others: Client[] = [];
    while (others.length < count) others.push(await begin());
    expect(client.untilLate()).toBe(end);
    for (const { wire } of [client, ...others]) wire.socket.destroy();
  });
});

describe('a client', () => {
  /** The bytes that are sent at which time, the time at which the client is late, and the statuses that it gets. */
  it.each<[string, Readonly<Record<number, string>>, number, readonly number[]]>([
    ['that sends nothing has the time for headers', {}, 1000, []],
    ['that sends a head bit by bit has the same', { 0: 'GE', 500: 'T', 999: ' ' }, 1000, [408]],
    ['that sends empty lines has the same', { 0: '\r\n', 500: '\r', 999: '\n' }, 1000, [408]],
    ['has longer for a body', { 0: wanted }, 4000, [408]],
    [
      'has that from the beginning of the head',
      { 0: wanted.slice(0, cut), 900: wanted.slice(cut) },
      4000,
      [408],
    ],
    [
      'that waits for a 100 has the same',
      { 0: post('Content-Length: 9', 'Expect: 100-continue') },
      4000,
      [100, 408],
    ],
    ['gets the time for each byte of a body', { 0: wanted, 3999: ' '.repeat(100) }, 5000, [408]],
    ['gets that for chunks', { 0: chunked(''), 3999: chunk(' '.repeat(94)) }, 5000, [408]],
    ['does not get it for the head', { 0: wanted.slice(0, 5), 900: wanted.slice(5) }, 4000, [408]],
    ['has a second more than it is told to be idle', { 0: get() }, 3000, [200]],
    ['has that from the last reply', { 0: get(), 1500: posted(EMAIL) }, 4500, [200, 200]],
    ['that sends empty lines is idle', { 0: get(), 1000: '\r\n', 2000: '\r' }, 3000, [200]],
    ['that was idle has the time for headers', { 0: get(), 2999: 'G', 3500: 'E' }, 3999, [200, 408]],
    ['that was idle has the time for a body', { 0: get(), 2500: wanted }, 6500, [200, 408]],
    ['has that from the request before it', { 0: `${get()}G`, 999: 'E' }, 1000, [200, 408]],
    [
      'has that from each request',
      { 0: 'G', 900: `${get().slice(1)}G`, 1800: `${get().slice(1)}G` },
      2800,
      [200, 200, 408],
    ],
    ['has longer for a body that nobody needs', { 0: get('Content-Length: 9') }, 4000, [200]],
    ['has that from the reply', { 0: 'G', 900: get('Content-Length: 9').slice(1) }, 4900, [200]],
    ['that has had its last reply has two seconds', { 500: get('Connection: close') }, 2500, [200]],
    [
      'has that from the last bytes that it sends',
      { 500: get('Connection: close'), 2000: 'x', 3500: 'y' },
      6000,
      [200],
    ],
    [
      'has at most half a minute',
      { 500: get('Connection: close'), ...Object.fromEntries(everySecond) },
      30_500,
      [200],
    ],
    ['that sends its body too slowly is late, however steadily', trickle(5), 4550, [408]],
    ['that sends its body fast enough is late when it stops', trickle(50), 13_000, [408]],
  ])('%s', async (_, sent, end, statuses) => {
    const client = await open();
    for (const [time, bytes] of Object.entries(sent)) {
      if (client.turnTo(Number(time))) break;
      await client.send(bytes);
    }
    expect(client.untilLate()).toBe(end);
    const replies = await client.wire.rest();
    expect(Array.from(replies.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status))).toEqual(
      statuses,
    );
    client.socket.destroy();
  });

  it.each([
    ['seconds', 2999, 2, 3999],
    ['less than a second', 300, 1, 1300],
  ])('has longer than its Keep-Alive says, with %s', async (_, idleTimeout, seconds, end) => {
    context = contextWith({ ...timeouts, idleTimeout });
    const client = await open();
    await client.send(get());
    expect((await client.wire.reply()).headers.get('keep-alive')).toBe(`timeout=${seconds}`);
    expect(client.untilLate()).toBe(end);
    client.wire.socket.destroy();
  });

  it('has no more time for the head of a request than for all of it', async () => {
    context = contextWith({ ...timeouts, headersTimeout: 9000 });
    const client = await open();
    await client.send('GET');
    expect(client.untilLate()).toBe(4000);
    expect((await client.wire.reply()).status).toBe(408);
  });

  it('may wait for its reply for as long as that takes', async () => {
    const client = await open();
    await client.send(head('GET /slow HTTP/1.1', 'Host: a'));
    expect(client.turnTo(1_000_000_000)).toBe(false);
    asked.emit('finish');
    expect((await client.wire.reply()).status).toBe(200);
    expect(client.untilLate()).toBe(1_000_003_000);
    expect(await client.wire.rest()).toBe('');
  });
});

describe('a client that reads nothing', () => {
  const MEGA = 1_000_000;

  /** A client that has read a long reply, and reads nothing of a large one. */
  async function openUnread(): Promise<Client> {
    context = contextWith({ ...timeouts, requestTimeout: 4 * MEGA, minRate: 1000 });
    const client = await open();
    await client.send(head('GET /long HTTP/1.1', 'Host: a'));
    expect((await client.wire.reply()).body).toHaveLength(LONG);
    await client.send(head('GET /large HTTP/1.1', 'Host: a'));
    for (let written = 0; written !== client.socket.bytesWritten; ) {
      written = client.socket.bytesWritten;
      for (let round = 0; round < 20; round++) await nextRound();
    }
    return client;
  }

  it('has the time for a request, and some for each byte that has been sent', async () => {
    now = MEGA;
    const client = await openUnread();
    const late = client.untilLate();
    expect(client.socket.destroyed).toBe(true);
    const sent = client.socket.bytesWritten - LONG;
    expect(late).toBeGreaterThan(5 * MEGA + sent - LONG / 3);
    expect(late).toBeLessThan(5 * MEGA + sent + LONG / 3);
    client.wire.socket.destroy();
  });

  /** The socket reports an interval, an eighth of the time, in which nothing was sent. */
  it.each([
    ['for eight intervals', [1, 2, 3, 4, 5, 6, 7, 8], 8],
    ['for eight intervals, with a delay', [1.5, 3.4, 5, 6.9, 8.7], 8.7],
    ['only after it has read some', [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12], 12],
  ])('is disconnected at once if it has read nothing %s', async (_, reports, end) => {
    now = MEGA;
    const client = await openUnread();
    const interval = client.socket.timeout ?? 0;
    expect(interval).toBe(MEGA / 2);
    for (const at of reports) {
      expect(client.socket.destroyed).toBe(false);
      now = MEGA + at * interval;
      client.socket.emit('timeout');
    }
    expect(client.socket.destroyed).toBe(true);
    expect(now).toBe(MEGA + end * interval);
    client.wire.socket.destroy();
  });
});
