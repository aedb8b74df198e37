import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from './_bytes.ts';
import { laterRoute, serve } from './_server.ts';

/** Connections of which one side ends first. */

const FOREVER = 3_600_000;
const empty = { kind: 'reply', status: 204, headers: '', body: '' } as const;
const { port, server } = serve({ headersTimeout: FOREVER, requestTimeout: FOREVER, idleTimeout: FOREVER }, [
  laterRoute('/later', empty),
]);
const later = head('GET /later HTTP/1.1', 'Host: a');

/** Sends this, ends that side, and returns the statuses of the replies. */
async function statusesAfter(bytes: string): Promise<readonly number[]> {
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
  socket.end(bytes, 'latin1');
  const replies = await text(socket);
  return Array.from(replies.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}

describe('a client that ends its side', () => {
  it.each<[string, string, readonly number[]]>([
    ['before it sends anything', '', []],
    ['behind an empty line', '\r\n', []],
    ['in an empty line', '\r', []],
    ['behind a letter', 'G', [400]],
    ['behind half of an empty line and a letter', '\rG', [400]],
    ['in a target', 'GET /ite', [400]],
    ['in the headers', get().slice(0, -2), [400]],
    ['in a body', post('Content-Length: 18') + EMAIL.slice(1), [400]],
    ['in a chunk', chunked(chunk(EMAIL).slice(0, -9)), [400]],
    ['before the last chunk', chunked(chunk(EMAIL)), [400]],
    ['behind a request', get(), [200]],
    ['behind a request and half of an empty line', `${get()}\r`, [200]],
    ['behind a request with a body', posted(EMAIL), [200]],
    ['behind a request with chunks', chunked(chunk(EMAIL) + LAST_CHUNK), [200]],
    ['behind two requests', get() + get(), [200, 200]],
    ['in the second request', `${get()}GET`, [200, 400]],
    ['behind a request that takes its time', later, [204]],
    ['behind two requests that take their time', later + later, [204, 204]],
    ['in a request behind one that takes its time', `${later}GET`, [204, 400]],
    ['in a body that nobody needs', get('Content-Length: 10') + EMAIL.slice(9), [200]],
    ['behind a body that nobody needs', get('Content-Length: 18') + EMAIL, [200]],
  ])('gets the replies that are left: %s', async (_, bytes, statuses) => {
    expect(await statusesAfter(bytes)).toEqual(statuses);
  });
});

it('a client that keeps its side open after the last reply is disconnected', async () => {
  const arrived: Promise<readonly Socket[]> = once(server, 'connection');
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
  const [connection] = await arrived;
  const gone = new Promise((resolve) => connection?.once('close', resolve));
  socket.write(get('Connection: close'));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await gone;
  socket.destroy();
});
