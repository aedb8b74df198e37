import { describe, expect, it } from 'vitest';
import { EMAIL, get, head, posted } from './_bytes.ts';
import { expectRefused, expectReply, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Methods, versions, and Upgrade. */

const { port } = serve();
const line = (text: string) => head(text, 'Host: a');

describe('a method', () => {
  it.each(['BREW', 'get', 'Get', 'GETX', 'X', "!#$%&'*+-.^_`|~", 'A'.repeat(100)])(
    'that nobody knows is refused: %s',
    async (method) => {
      await expectRefused(port(), line(`${method} /items/1 HTTP/1.1`), 501);
    },
  );

  it.each(['a:443', '/items/1', '*'])('CONNECT %s is refused', async (target) => {
    await expectRefused(port(), line(`CONNECT ${target} HTTP/1.1`), 400, 501);
  });

  it.each(['TRACE', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'M-SEARCH', 'PURGE'])(
    'that is known and not meant gets a 405: %s',
    async (method) => {
      const { headers } = await expectServed(port(), line(`${method} /items/1 HTTP/1.1`), {
        status: 405,
        body: '{"detail":"Method Not Allowed"}',
      });
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    },
  );

  it('TRACE does not echo the request', async () => {
    const { body } = await expectServed(port(), head('TRACE /items/1 HTTP/1.1', 'Host: a', 'X-Y: secret'), {
      status: 405,
    });
    expect(body).not.toContain('secret');
  });

  it.each([
    ['HEAD', '/items/1', 200],
    ['HEAD', '/nowhere', 404],
    ['HEAD', '/users/?page=0', 422],
    ['HEAD', '/search', 307],
    ['OPTIONS', '/items/1', 204],
  ])('gets no body with its reply: %s %s', async (method, target, status) => {
    await expectServed(port(), line(`${method} ${target} HTTP/1.1`), { status, body: '' });
  });

  it('HEAD gets the Content-Length of GET', async () => {
    const { headers } = await expectServed(port(), line('HEAD /items/1 HTTP/1.1'));
    expect(headers.get('content-length')).toBe('31');
  });

  it('HEAD gets no body with a refusal of the server itself', async () => {
    const wire = await openWire(port());
    wire.write(head('HEAD /items/1 HTTP/1.1'));
    const reply = await wire.reply('HEAD');
    expectReply(reply);
    expect(reply.status).toBe(400);
    expect(await wire.rest()).toBe('');
  });

  it.each(['GET', 'DELETE', 'OPTIONS', 'HEAD'])('may have an unwanted body: %s', async (method) => {
    const body = get().repeat(3);
    await expectServed(
      port(),
      head(`${method} /nowhere HTTP/1.1`, 'Host: a', `Content-Length: ${body.length}`) + body,
      { status: 404 },
    );
  });
});

describe('a version', () => {
  it.each(['0.9', '1.2', '1.9', '2.0', '3.0', '9.9'])('is refused: %s', async (version) => {
    await expectRefused(port(), line(`GET /items/1 HTTP/${version}`), 505);
  });

  it('that is missing is refused', async () => {
    await expectRefused(port(), line('GET /items/1'), 400, 505);
  });

  it('of HTTP/2, in its preface, is refused', async () => {
    await expectRefused(port(), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 400, 505);
  });
});

describe('an Upgrade is ignored', () => {
  const answered = { status: 200, body: EMAIL };
  it.each([
    ['websocket', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['HTTP/2', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']],
    ['of nobody', ['Connection: upgrade', 'Upgrade:']],
    ['without a connection that offers it', ['Upgrade: websocket']],
    ['of a connection alone', ['Connection: upgrade']],
  ])('%s', async (_, fields) => {
    await expectServed(port(), posted(EMAIL, ...fields), answered);
  });
});
