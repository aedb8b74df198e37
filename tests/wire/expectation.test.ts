import { describe, expect, it } from 'vitest';
import { chunk, email, head, lastChunk, post } from './_bytes.ts';
import { expectReply } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Expect (RFC 9110, 10.1.1): a client is told to go on only if its headers alone do not refuse the request. */

const { port } = serve();
const length = `Content-Length: ${email.length}`;
const go = 'Expect: 100-continue';

describe('a client that waits is told to go on', () => {
  it.each([
    ['with a length', post(go, length), email],
    ['with chunks', post(go, 'Transfer-Encoding: chunked'), chunk(email) + lastChunk],
    ['in another case', post('eXPECT: 100-CONTINUE', length), email],
  ])('%s', async (_, request, body) => {
    const wire = await openWire(port());
    wire.write(request);
    expect(await wire.reply()).toEqual({ status: 100, headers: new Map(), body: '' });
    wire.write(body);
    const reply = await wire.reply();
    expectReply(reply);
    expect(reply).toMatchObject({ status: 200, body: email });
    wire.write(post(length) + email);
    expect((await wire.reply()).status).toBe(200);
    wire.socket.destroy();
  });
});

describe('a client that waits is told at once that its request is refused', () => {
  it.each([
    ['unknown path', 404, head('POST /nowhere HTTP/1.1', 'Host: a', go, length)],
    ['other method', 405, head('PUT /users HTTP/1.1', 'Host: a', go, length)],
    ['other spelling', 307, head('POST /webhook/ HTTP/1.1', 'Host: a', go, length)],
    ['no credential', 401, head('POST /webhook HTTP/1.1', 'Host: a', go, length)],
    ['other type', 415, post(go, length, 'Content-Type: text/plain')],
    ['encoded', 415, post(go, length, 'Content-Encoding: gzip')],
    ['too long', 413, post(go, 'Content-Length: 65537')],
    [
      'too long, where nobody would read it',
      413,
      head('GET / HTTP/1.1', 'Host: a', go, 'Content-Length: 65537'),
    ],
    ['two lengths', 400, post(go, length, length)],
    ['other coding', 501, post(go, 'Transfer-Encoding: gzip')],
    ['no Host', 400, head('POST /users HTTP/1.1', go, length)],
    ['other version', 505, head('POST /users HTTP/1.2', 'Host: a', go, length)],
    ['something else as well', 417, post(`${go}, 200-ok`, length)],
    ['something else in a second header', 417, post(go, 'Expect: 200-ok', length)],
    ['something else', 417, post('Expect: 200-ok', length)],
    ['something that begins like it', 417, post('Expect: 100-continued', length)],
    ['something that ends like it', 417, post('Expect: x100-continue', length)],
  ])('%s', async (_, status, request) => {
    const wire = await openWire(port());
    wire.write(request);
    const reply = await wire.reply();
    expectReply(reply);
    expect(reply.status).toBe(status);
    if (reply.headers.get('connection') === 'close') expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });
});

it('is ignored in HTTP/1.0, which has no interim replies', async () => {
  const wire = await openWire(port());
  wire.write(head('POST /users HTTP/1.0', go, length) + email);
  expect(await wire.reply()).toMatchObject({ status: 200, body: email });
  expect(await wire.rest()).toBe('');
});
