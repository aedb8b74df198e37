import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { get } from './_bytes.ts';
import { changed } from './_changes.ts';
import { readByNode } from './_oracle.ts';
import { type Reading, type ReadRequest, read } from './_reading.ts';
import { requests } from './_streams.ts';

/**
 * Our reading of requests beside that of Node's own HTTP server. We may refuse more than Node does, but what we take
 * for a request must be the same request to both: a request that two servers read differently can be smuggled past
 * the first of them.
 */

/** Requests that Node refuses or closes the connection after, but RFC 9112 does not. */
const beyondNode = [
  // White space in the extensions of a chunk (RFC 9112, 7.1.1).
  /^[\da-f]+[^\r\n]*(?:[\t ][;=]|[;=][\t ])/im,
  // A tab behind what a header says of the connection or the body (RFC 9110, 5.6.3).
  /^(?:connection|content-length|transfer-encoding):[\t ]*[^\t\r\n ][^\r\n]*\t/im,
  // A scheme that has more than letters (RFC 3986, 3.1).
  / [a-z]+[\d+.-][\da-z+.-]*:\/\//i,
  // A trailer that speaks of the connection, and is to be ignored (RFC 9110, 6.5.1).
  /^0+(?:;[^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*connection:/im,
];

/** Behind each comes a request that is right: whether it is read tells where the one before it ended. */
const right = requests.map((text) => text + get());
const streams = changed(requests)
  .filter((text) => !beyondNode.some((pattern) => pattern.test(text)))
  .map((text) => text + get());

/** The parser of Node 20.19 knows less of chunk extensions than RFC 9112 does. */
const isComparable = Number.parseInt(process.versions.llhttp ?? '', 10) >= 9;

describe.runIf(isComparable)('our reader', () => {
  it('agrees with Node on valid requests', async () => {
    await fc.assert(
      fc.asyncProperty(right, async (text) => {
        expect(read([bytesOf(text)]).state).not.toBe('refused');
        await expectSame(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('agrees with Node on changed requests', async () => {
    await fc.assert(fc.asyncProperty(streams, expectSame), { numRuns: 5_000 });
  });
});

/** Compares the two: Node may have gone on where we have stopped; where we wait, it waits for the same. */
async function expectSame(text: string): Promise<void> {
  const stream = bytesOf(text);
  const ours = read([stream]);
  const nodes = await readByNode(stream);
  if (ours.state === 'waiting') expect(nodes).toEqual(ours);
  else expect(nodes.requests.slice(0, ours.requests.length)).toEqual(ours.requests);
}

describe('a stream', () => {
  const cuts = fc.array(fc.nat({ max: 9_999 }), { maxLength: 8 });

  it('is read the same however it is cut', () => {
    fc.assert(
      fc.property(streams, cuts, (text, places) => {
        const stream = bytesOf(text);
        const whole = read([stream]);
        expect(read(cut(stream, places))).toEqual(whole);
        expect(read([...stream].map((byte) => Buffer.of(byte)))).toEqual(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same requests if their bodies are skipped', () => {
    fc.assert(
      fc.property(streams, cuts, (text, places) => {
        const stream = bytesOf(text);
        const heads = headsOf(read([stream]));
        const past = read(cut(stream, places), true);
        const until = past.state === 'ended' ? past.requests.length : heads.length;
        expect(headsOf(past)).toEqual(heads.slice(0, until));
      }),
      { numRuns: 2_000 },
    );
  });
});

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function cut(stream: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = places.map((place) => place % stream.length).toSorted((a, b) => a - b);
  return [...ends, stream.length].map((end, at) => stream.subarray(ends[at - 1] ?? 0, end));
}

function headsOf({ requests, begun }: Reading): readonly ReadRequest[] {
  return [...requests, ...(begun ? [begun] : [])].map((request) => ({ ...request, body: '' }));
}
