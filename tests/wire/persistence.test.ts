import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { EMAIL, get, head, posted } from './_bytes.ts';
import { expectServed, expectServedLast } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Persistence of connections (RFC 9112, 9.3): after the last reply nothing is answered. */

const { port } = serve();
const old = (...fields: readonly string[]) => head('GET /items/1 HTTP/1.0', ...fields);

describe('a connection', () => {
  it.each([
    ['by itself', get()],
    ['when asked to', get('Connection: keep-alive')],
    ['when asked for nothing', get('Connection:')],
    ['when asked for something else', get('Connection: closed, Content-Length')],
    ['behind a body', posted(EMAIL)],
    ['behind a refusal', posted('{', 'Content-Type: application/json').replace('/users', '/validate')],
    ['in HTTP/1.0, when asked to', old('Connection: keep-alive')],
    ['in HTTP/1.0, when asked to in another case', old('cONNECTION: Keep-Alive')],
    ['in HTTP/1.0, when asked to in a list', old('Connection: foo \t,\tkeep-alive\t, bar')],
  ])('goes on %s', async (_, request) => {
    await expectServed(port(), request, {});
  });

  it.each([
    ['when asked to', get('Connection: close')],
    ['when asked to in another case', get('cONNECTION:CLOSE')],
    ['when asked to in a list', get('Connection: foo, close')],
    ['when asked to behind the opposite', get('Connection: keep-alive, close')],
    ['when asked to before the opposite', get('Connection: close, keep-alive')],
    ['when asked to in a second header', get('Connection: keep-alive', 'Connection: close')],
    ['when asked to between tabs', get('Connection:\tclose\t')],
    ['when asked to behind a body', posted(EMAIL, 'Connection: close')],
    ['in HTTP/1.0', old()],
    ['in HTTP/1.0, when asked to', old('Connection: close')],
    ['in HTTP/1.0, when asked to behind the opposite', old('Connection: keep-alive, close')],
    ['in HTTP/1.0, when asked to do what is only similar', old('Connection: not keep-alive')],
  ])('ends %s', async (_, request) => {
    await expectServedLast(port(), request);
  });
});

describe('a connection at its limit of requests', () => {
  const { port: miserly } = serve({ requestsPerConnection: 3 });

  it('ends after the last of them, whatever follows', async () => {
    const wire = await openWire(miserly());
    wire.write(posted(EMAIL).repeat(5));
    for (const connection of ['keep-alive', 'keep-alive', 'close']) {
      const { headers, body } = await wire.reply();
      expect(body).toBe(EMAIL);
      expect(headers.get('connection')).toBe(connection);
    }
    expect(await wire.rest()).toBe('');
  });
});

describe('a connection that the service has ended', () => {
  const { port: ownPort, connections } = serve();

  it('is quiet, though its client keeps it open', async () => {
    const client = connect({ port: ownPort(), host: '127.0.0.1', allowHalfOpen: true });
    client.write(get('Connection: close'));
    await text(client);
    const [connection] = connections;
    await expect.poll(() => connection?.isQuiet, { timeout: 60_000 }).toBe(true);
    client.destroy();
  });
});
