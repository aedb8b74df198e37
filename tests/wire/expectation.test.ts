import { describe, expect, it } from 'vitest';
import { uncachedJson } from '../../src/http/reply.ts';
import type { Route } from '../../src/http/types.ts';
import { chunk, EMAIL, get, head, LAST_CHUNK, post } from './_bytes.ts';
import { expectReply, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Expect (RFC 9110, 10.1.1): a client gets a 100 only if its head is not refused. */

const { port } = serve();
const length = `Content-Length: ${EMAIL.length}`;
const CODED = 'Transfer-Encoding: chunked';
const GO = 'Expect: 100-continue';

describe('a waiting client gets a 100', () => {
  it.each([
    ['with a length', post(GO, length), EMAIL],
    ['with chunks', post(GO, 'Transfer-Encoding: chunked'), chunk(EMAIL) + LAST_CHUNK],
    ['in another case', post('eXPECT: 100-CONTINUE', length), EMAIL],
  ])('%s', async (_, request, body) => {
    const wire = await openWire(port());
    wire.write(request);
    expect(await wire.reply()).toEqual({ status: 100, headers: new Map(), body: '' });
    wire.write(body);
    const reply = await wire.reply();
    expectReply(reply);
    expect(reply).toMatchObject({ status: 200, body: EMAIL });
    wire.write(post(length) + EMAIL);
    expect((await wire.reply()).status).toBe(200);
    wire.socket.destroy();
  });
});

/** A slow reply that does not depend on the body. */
const later: Route = {
  method: 'POST',
  path: '/later',
  answer: () => ({ kind: 'pending', reply: Promise.resolve(uncachedJson('{}')), abort() {} }),
};
const { port: own } = serve({}, [later]);

/** Clients differ: some send the body only after a 100, some after any reply, some never. */
describe('a client whose body is not needed gets a 100 and the reply, and the connection ends', () => {
  it.each([
    ['unknown path', 404, head('POST /nowhere HTTP/1.1', 'Host: a', GO, length)],
    ['unknown path, with chunks', 404, head('POST /nowhere HTTP/1.1', 'Host: a', GO, CODED)],
    ['other method', 405, head('PUT /users HTTP/1.1', 'Host: a', GO, length)],
    ['other spelling', 307, head('POST /webhook/ HTTP/1.1', 'Host: a', GO, length)],
    ['no credential', 401, head('POST /webhook HTTP/1.1', 'Host: a', GO, length)],
    ['other type', 415, post(GO, length, 'Content-Type: text/plain')],
    ['encoded', 415, post(GO, length, 'Content-Encoding: gzip')],
    ['too long', 413, post(GO, 'Content-Length: 65537')],
    ['too long, where nobody reads it', 413, head('GET / HTTP/1.1', 'Host: a', GO, 'Content-Length: 65537')],
    ['where nobody reads it', 200, head('GET /items/1 HTTP/1.1', 'Host: a', GO, length)],
    ['where the reply takes its time', 200, head('POST /later HTTP/1.1', 'Host: a', GO, length)],
    ['two lengths', 400, post(GO, length, length)],
    ['other coding', 501, post(GO, 'Transfer-Encoding: gzip')],
    ['no Host', 400, head('POST /users HTTP/1.1', GO, length)],
    ['a target that is too long', 414, head(`POST /${'a'.repeat(9000)} HTTP/1.1`, 'Host: a', GO, length)],
  ])('%s', async (_, status, request) => {
    for (const behind of ['', EMAIL + get()]) {
      const wire = await openWire(own());
      wire.write(request + behind);
      expect(await wire.reply()).toEqual({ status: 100, headers: new Map(), body: '' });
      const reply = await wire.reply();
      expectReply(reply);
      expect(reply.status).toBe(status);
      expect(reply.headers.get('connection')).toBe('close');
      wire.write(EMAIL + get());
      expect(await wire.rest()).toBe('');
    }
  });
});

describe('a client gets no 100', () => {
  it.each([
    ['other version', 505, head('POST /users HTTP/1.2', 'Host: a', GO, length)],
    ['something else as well', 417, post(`${GO}, 200-ok`, length)],
    ['something else in a second header', 417, post(GO, 'Expect: 200-ok', length)],
    ['something else', 417, post('Expect: 200-ok', length)],
    ['something that begins like it', 417, post('Expect: 100-continued', length)],
    ['something that ends like it', 417, post('Expect: x100-continue', length)],
  ])('for an unknown expectation: %s', async (_, status, request) => {
    const wire = await openWire(port());
    wire.write(request);
    const reply = await wire.reply();
    expectReply(reply);
    expect(reply.status).toBe(status);
    expect(await wire.rest()).toBe('');
  });

  it.each([
    ['no length', get(GO)],
    ['a length of zero', post(GO, 'Content-Length: 0')],
  ])('without a body, and its connection goes on: %s', async (_, request) => {
    await expectServed(port(), request, {});
  });
});

it('Expect is ignored in HTTP/1.0, which has no interim replies', async () => {
  const wire = await openWire(port());
  wire.write(head('POST /users HTTP/1.0', GO, length) + EMAIL);
  expect(await wire.reply()).toMatchObject({ status: 200, body: EMAIL });
  expect(await wire.rest()).toBe('');
});
