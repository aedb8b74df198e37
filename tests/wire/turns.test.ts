import type { AddressInfo } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { Turns } from '../../src/hosts/node/server/turns.ts';
import type { Route } from '../../src/http/types.ts';
import { isPromise } from '../../src/text/guards.ts';
import { type Steps, soon } from '../../src/text/turns.ts';
import { serve } from './_server.ts';
import { openBothEnds, openWire, type Wire } from './_wire.ts';

/** Requests that take long, and short ones meanwhile. */

/** What the service did, in order. */
let done: string[] = [];
beforeEach(() => {
  done = [];
});

/** Is busy for longer than a round of the event loop should be. */
function busy(): void {
  for (const end = performance.now() + 15; performance.now() < end; );
}

const reply = { kind: 'reply', status: 204, headers: '', body: '' } as const;
const shortRoute: Route = {
  method: 'GET',
  path: '/short',
  answer: () => {
    done.push('short');
    return reply;
  },
};
const longRoute: Route = {
  method: 'POST',
  path: '/long',
  answer: () => ({
    kind: 'body',
    limit: 10_000,
    complete: () => {
      busy();
      done.push('long');
      return reply;
    },
    overflow: () => reply,
    brokenOff: () => {
      done.push('left');
      return reply;
    },
  }),
};
const queryRoute: Route = {
  method: 'GET',
  path: '/query',
  answer: () => {
    busy();
    done.push('long');
    return reply;
  },
};

/** A reply that is made in turns. */
const madeRoute: Route = {
  method: 'GET',
  path: '/made',
  answer: () => {
    const steps = function* (): Steps<typeof reply> {
      busy();
      yield;
      busy();
      done.push('long');
      return reply;
    };
    const made = soon(steps(), new AbortController());
    return isPromise(made) ? { kind: 'pending', reply: made, abort: () => {} } : made;
  },
};

const served = serve({}, [shortRoute, longRoute, queryRoute, madeRoute]);
const long = `POST /long HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`;
const longQuery = `GET /query?${'x'.repeat(5000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
const MADE = 'GET /made HTTP/1.1\r\nHost: a\r\n\r\n';
const SHORT = 'GET /short HTTP/1.1\r\nHost: a\r\n\r\n';
const COUNT = 10;
/** More than there are slices of long work, of which each round would do one. */
const NEW = 30;

async function open(count: number): Promise<Wire[]> {
  const wires = [];
  for (let at = 0; at < count; at++) wires.push((await openBothEnds(served.server))[0]);
  return wires;
}

const replyTo = async (wire: Wire) => (await wire.reply()).status;

describe.each([
  ['bodies', long],
  ['queries', longQuery],
  ['replies', MADE],
])('many long %s at once', (_, request) => {
  it('leave a short request its turn', async () => {
    const [quick, ...wires] = await open(COUNT + 1);
    for (const wire of wires) wire.write(request);
    quick?.write(SHORT);
    await Promise.all([quick, ...wires].map((wire) => wire && replyTo(wire)));
    expect(done).toHaveLength(COUNT + 1);
    expect(done.indexOf('short')).toBeLessThan(3);
  });

  it('leave new connections their turns', async () => {
    const wires = await open(COUNT);
    for (const wire of wires) wire.write(request);
    const { port } = served.server.address() as AddressInfo;
    const opened = await Promise.all(Array.from({ length: NEW }, () => openWire(port)));
    for (const wire of opened) wire.write(SHORT);
    await Promise.all([...opened, ...wires].map(replyTo));
    expect(done.filter((each) => each === 'short')).toHaveLength(NEW);
    expect(done.lastIndexOf('short')).toBeLessThan(NEW + 3);
  });
});

it('a client that has left before its turn gets no reply made', async () => {
  const wires = await open(COUNT);
  for (const wire of wires) wire.write(long);
  const last = wires.pop();
  await Promise.all(wires.slice(0, 1).map(replyTo));
  last?.socket.resetAndDestroy();
  await Promise.all(wires.slice(1).map(replyTo));
  expect(done.filter((each) => each === 'long')).toHaveLength(COUNT - 1);
});

it('work is done in the end, however many connections arrive', async () => {
  const turns = new Turns();
  let rounds = 0;
  turns.wait(() => done.push('long'));
  while (done.length === 0 && rounds < 1000) {
    turns.accept();
    await nextRound();
    rounds++;
  }
  expect(rounds).toBeGreaterThan(10);
  expect(rounds).toBeLessThan(300);
});
