import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { type Connection, hostsOf } from '../_hosts.ts';
import { bugs, LINK, seen } from './_handlers.ts';

/** The replies of handlers. */

const INSTEAD = 'Return the declared body, reply(body, { headers }) or refuse(status, detail)';

describe.each(hostsOf(apps.handlers))('a handler, on $name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(apps.handlers);
  });
  afterAll(() => connection.close());
  const send = (method: string, target: string, headers = {}, body?: string) =>
    connection.send({ method, target, headers, body });

  it.each([
    ['GET', '/now', {}, 200, '{"id":1}'],
    ['GET', '/later', {}, 200, '{"id":2}'],
    ['GET', '/later', { 'X-Request-Id': 'missing' }, 404, '{"detail":"No such lamp"}'],
    ['PUT', '/later', { 'Content-Type': 'application/json' }, 200, '{"id":9}', '{"id":"9"}'],
    ['GET', '/thenable', {}, 200, '{"id":3}'],
    ['GET', '/thrown', {}, 404, '{"detail":{"id":4}}'],
    ['GET', '/thrown-later', {}, 404, '{"detail":"No such lamp"}'],
    ['GET', '/guarded', { Authorization: 'Bearer Ada' }, 403, '{"detail":"Not for Ada"}'],
    ['GET', '/guarded-later', { Authorization: 'Bearer Ada' }, 401, '{"detail":"Expired"}'],
    ['GET', '/texts', {}, 200, '{"id":40,"ratio":1.0,"lit":true,"name":null}'],
    ['GET', '/id', { 'X-Request-Id': 'mine' }, 200, '"mine"'],
    ['PATCH', '/lamp', {}, 202, '"soon"'],
    ['DELETE', '/lamp', {}, 204, ''],
  ])('answers %s %s %j with %d', async (method, target, headers, status, expected, body?: string) => {
    const received = await send(method, target, headers, body);
    expect([received.status, received.body]).toEqual([status, expected]);
    expect(received.headers.has('content-type')).toBe(status !== 204);
  });

  it('sets the headers that the endpoint declares', async () => {
    const { status, headers } = await send('POST', '/lamps');
    expect(status).toBe(201);
    expect(['location', 'x-left', 'link'].map((name) => headers.get(name))).toEqual(['/lamps/7', '3', LINK]);
  });

  it('sets headers on a refusal', async () => {
    const { status, headers } = await send('GET', '/later', { 'X-Request-Id': 'busy' });
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  });

  it('sets headers on a refusal that it throws', async () => {
    bugs.length = 0;
    const thrown = await send('GET', '/thrown');
    expect([thrown.headers.get('x-a'), thrown.headers.get('cache-control'), bugs]).toEqual([
      'thrown',
      'no-store',
      [],
    ]);
  });

  it('gets a 500 for output that does not fit the declared reply, and the bug names the fields', async () => {
    bugs.length = 0;
    expect((await send('GET', '/unfit')).body).toBe('{"detail":"Internal Server Error"}');
    if (host.isRemote) return;
    expect(String(bugs[0])).toBe(
      'TypeError: The output of the handler does not fit: id must be a finite number, lamps.1.watts must be at least 1',
    );
  });

  it.each([
    ['/headerless', 'TypeError: the handler did not set its headers'],
    ['/unnamed', 'TypeError: The option headers of reply() must be an object, not null'],
    ['/response', `TypeError: The handler of getResponse returned a Response. ${INSTEAD}`],
    [
      '/headerless-response',
      `TypeError: The handler of getHeaderlessResponse returned a Response. ${INSTEAD}`,
    ],
    ['/misfit', 'TypeError: The output of the handler does not fit: it must be an object'],
  ])('gets a 500 for a reply of another form than declared: %s', async (target, bug) => {
    bugs.length = 0;
    expect((await send('GET', target)).status).toBe(500);
    if (!host.isRemote) expect(bugs.map(String)).toEqual([bug]);
  });

  it.each(['/rejected', '/split'])('gets a 500 without the reason if it fails: %s', async (target) => {
    bugs.length = 0;
    const { status, body, headers } = await send('GET', target);
    expect([status, body]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(headers.has('set-cookie')).toBe(false);
    if (!host.isRemote) expect(bugs).toHaveLength(1);
  });

  it('is aborted if it takes too long, and gets a 503', async () => {
    bugs.length = 0;
    const { status, body } = await send('GET', '/never');
    expect([status, body]).toEqual([503, '{"detail":"The service took too long to answer"}']);
    if (host.isRemote) return;
    expect(seen.at(-1)?.signal.aborted).toBe(true);
    expect(bugs).toEqual([]);
  });
});
