import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { apps } from '../_apps.ts';
import { type Connection, hostsOf } from '../_hosts.ts';
import { bugs, passed, seen } from './_around.ts';

/** The function around every request, on every host. */

describe.each(hostsOf(apps.around))('around, on $name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(apps.around);
  });
  afterAll(() => connection.close());
  const send = (method: string, target: string, headers = {}, body?: string) =>
    connection.send({ method, target, headers, body });

  it.each([
    ['GET', '/lamps/7', 200],
    ['GET', '/lamps/x', 422],
    ['GET', '/nowhere', 404],
    ['PUT', '/lamps/7', 405],
    ['OPTIONS', '/lamps', 204],
    ['HEAD', '/lamps/7', 200],
    ['GET', '/livez', 200],
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
  ])('gets every request, and its reply: %s %s gets %d', async (method, target, status) => {
    const received = await send(method, target);
    expect([received.status, received.headers.get('x-around')]).toEqual([status, target]);
    expect(received.headers.get('access-control-allow-origin')).toBe('*');
    expect(received.headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
  });

  it.each(['/lamps', '/later'])('gets the reply to a body: POST %s', async (target) => {
    const accepted = await send('POST', target, { 'Content-Type': 'application/json' }, '{"id":1}');
    expect([accepted.status, accepted.body, accepted.headers.get('x-around')]).toEqual([
      200,
      '{"id":1}',
      target,
    ]);
    const refused = await send('POST', target, {}, '{"id":"x"}');
    expect([refused.status, refused.headers.get('x-around')]).toEqual([422, target]);
    const large = await send('POST', target, {}, `{"id":"${'x'.repeat(70_000)}"}`);
    expect([large.status, large.headers.get('x-around')]).toEqual([413, target]);
  });

  it('knows the request', async () => {
    seen.length = 0;
    await send('POST', '/lamps?a=1', { 'X-Request-Id': 'mine', Host: 'lamps.test' }, '{"id":1}');
    if (host.isRemote) return;
    const [{ url, address, ...rest } = {}] = seen;
    expect(rest).toEqual({
      method: 'POST',
      path: '/lamps',
      requestId: 'mine',
      endpoint: 'postLamp',
      has: [false, null],
    });
    expect(url).toMatch(/^https?:\/\/[\w.]+(?::\d+)?\/lamps\?a=1$/);
    expect(address).toBe(host.name === 'the Fetch host' ? undefined : '127.0.0.1');
  });

  it('is the same request that a handler knows', async () => {
    const { body } = await send('GET', '/info?a=1', { 'User-Agent': 'lamp/1' });
    expect(JSON.parse(body)).toEqual({ method: 'GET', path: '/info', endpoint: 'getInfo', agent: 'lamp/1' });
  });

  it.each([
    ['refuse', 401, '{"detail":"Log in first"}'],
    ['refuseLate', 403, '{"detail":"Seen, and refused"}'],
    ['wait', 200, '{"id":1}'],
    ['slow', 503, '{"detail":"The service took too long to answer"}'],
    ['slowAfter', 503, '{"detail":"The service took too long to answer"}'],
  ])('may %s', async (doing, status, body) => {
    bugs.length = 0;
    const received = await send('POST', '/lamps', { 'X-Do': doing }, '{"id":1}');
    expect([received.status, received.body]).toEqual([status, body]);
    expect(received.headers.get('cache-control')).toBe(status === 200 ? null : 'no-store');
    expect(bugs).toEqual([]);
  });

  it('refuses before the body is read', async () => {
    passed.length = 0;
    const received = await send('POST', '/lamps', { 'X-Do': 'refuse' }, 'x'.repeat(50_000));
    expect([received.status, received.headers.get('www-authenticate')]).toEqual([401, 'Cookie']);
    if (!host.isRemote) expect(passed).toEqual([]);
  });

  it('changes headers', async () => {
    const { status, headers } = await send('GET', '/cookies', { 'X-Do': 'change' });
    expect([status, headers.get('x-a'), headers.getSetCookie()]).toEqual([
      204,
      'changed',
      ['a=1', 'b=2', 'c=3'],
    ]);
    expect(headers.has('x-content-type-options')).toBe(false);
    expect(headers.get('x-request-id')).not.toContain('other');
    const lamp = await send('GET', '/lamps/1', { 'X-Do': 'change' });
    expect([lamp.headers.get('content-type'), lamp.body]).toEqual(['application/vnd.lamp+json', '{"id":1}']);
  });

  it('gives back bytes, or discards them', async () => {
    expect((await send('GET', '/bytes')).body).toBe('abc');
    expect((await send('GET', '/bytes', { 'X-Do': 'refuseLate' })).status).toBe(403);
  });

  it.each([
    ['fail', 'Error: around is broken'],
    ['nothing', 'TypeError: around must return what next() resolves to, or refuse(status, detail)'],
    ['twice', 'TypeError: around called next() twice'],
    ['length', "TypeError: a reply can't have the header transfer-encoding"],
  ])('may have a bug: %s', async (doing, bug) => {
    bugs.length = 0;
    const { status, body } = await send('GET', '/lamps/1', { 'X-Do': doing });
    expect([status, body]).toEqual([500, '{"detail":"Internal Server Error"}']);
    if (!host.isRemote) expect(bugs.map(String)).toEqual([bug]);
  });
});

it.each([
  ['ends too soon', 'Content-Length: 9\r\n\r\n{'],
  ['is broken', 'Transfer-Encoding: chunked\r\n\r\n'],
])('gets the refusal of a body that %s', async (_, rest) => {
  const { listener } = createNodeServer(apps.around);
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  passed.length = 0;
  socket.write(`POST /lamps HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${rest}`);
  await once(socket, 'data');
  socket.end('x\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*\r\nx-around: \/lamps\r\n/is);
  expect(passed).toEqual([400]);
  listener.close();
});

it('is a function', () => {
  const contract = { title: 'Lamps', version: '1', endpoints: {} };
  expect(() => createApp(contract, {}, { around: [] as never })).toThrow(
    'The option around of createApp() must be a function',
  );
});
