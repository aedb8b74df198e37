import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from './_bytes.ts';
import { neverRoute, serve } from './_server.ts';
import { openBothEnds } from './_wire.ts';

/** Connections that are quiet: a service that stops ends those, and waits for the others. */

const { server, connections } = serve({}, [neverRoute]);

const isQuiet = () => [...connections].at(-1)?.isQuiet;

describe('a connection', () => {
  it('is quiet before anything arrives', async () => {
    const [{ socket }] = await openBothEnds(server);
    expect(isQuiet()).toBe(true);
    socket.destroy();
  });

  it.each([
    [true, 'behind an empty line', '\r\n'],
    [true, 'in an empty line', '\r'],
    [false, 'behind a letter', 'G'],
    [false, 'in a head', get().slice(0, -2)],
    [true, 'behind a request', get()],
    [true, 'behind two requests', get() + get()],
    [true, 'behind a request and half of an empty line', `${get()}\r`],
    [false, 'in the second request', `${get()}G`],
    [false, 'before a body', post('Content-Length: 18')],
    [false, 'in a body', post('Content-Length: 18') + EMAIL.slice(1)],
    [true, 'behind a body', posted(EMAIL)],
    [false, 'before chunks', chunked('')],
    [false, 'behind a chunk', chunked(chunk(EMAIL))],
    [true, 'behind the last chunk', chunked(chunk(EMAIL) + LAST_CHUNK)],
    [false, 'in a body that nobody needs', get('Content-Length: 18') + EMAIL.slice(1)],
    [true, 'behind a body that nobody needs', get('Content-Length: 18') + EMAIL],
    [false, 'while a reply is made', head('GET /never HTTP/1.1', 'Host: a')],
  ])('is quiet: %s, %s', async (expected, _, bytes) => {
    const [wire, socket] = await openBothEnds(server);
    const taken = once(socket, 'data');
    wire.write(bytes);
    await taken;
    expect(isQuiet()).toBe(expected);
    wire.socket.destroy();
  });
});
