import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { type Connection, hostsOf } from '../_hosts.ts';
import { bugs, CHUNK, PICTURE } from './_replies.ts';

/** Several replies of one endpoint, headers with several values, and bytes, on every host. */

describe.each(hostsOf(apps.replies))('a reply, on $name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(apps.replies);
  });
  afterAll(() => connection.close());
  const send = (method: string, target: string, headers = {}) => connection.send({ method, target, headers });

  it.each([
    ['PUT', '/lamps/0', 200, '{"id":0}', {}],
    ['PUT', '/lamps/1', 201, '{"id":1}', { location: '/lamps/1' }],
    ['PUT', '/lamps/2', 303, '', { location: '/lamps/1', 'content-type': null }],
    ['PUT', '/lamps/3', 204, '', { 'x-left': '0' }],
    ['PUT', '/lamps/4', 202, '', {}],
    ['PUT', '/lamps/5', 304, '', {}],
    ['GET', '/one', 201, '{"id":1}', {}],
    ['GET', '/either', 200, '{"id":1}', {}],
    ['GET', '/either?isOld=1', 203, '"old"', {}],
    ['GET', '/moved', 301, '', { location: '/one' }],
  ])('is chosen by the handler: %s %s gets %d', async (method, target, status, body, expected) => {
    const received = await send(method, target);
    expect([received.status, received.body]).toEqual([status, body]);
    for (const [name, value] of Object.entries(expected)) expect(received.headers.get(name)).toBe(value);
  });

  it('has a header once for each of its values', async () => {
    const { status, headers } = await send('POST', '/login');
    expect([status, headers.getSetCookie()]).toEqual([204, ['a=1', 'b="2, 3"']]);
    expect(headers.get('x-numbers')).toBe('1, 2');
  });

  it.each([
    [
      '/unchosen',
      'The handler of getUnchosen chose no status; return reply(body, { status }) with 200 or 204',
    ],
    ['/other', 'The handler of getOther chose the status 201; return reply(body, { status }) with 200'],
    ['/extra', 'The handler of getExtra sets the undeclared header X-A'],
    ['/extra-beside', 'The handler of getExtraBeside sets the undeclared header X-B'],
    [
      '/text',
      'The handler of getText must return a Uint8Array, a Blob, a ReadableStream or an async iterable',
    ],
    [
      '/number',
      'The handler of getNumber must return a Uint8Array, a Blob, a ReadableStream or an async iterable',
    ],
  ])('that is not declared is a bug: %s', async (target, message) => {
    bugs.length = 0;
    expect((await send('GET', target)).status).toBe(500);
    if (!host.isRemote) expect(bugs.map(([bug]) => String(bug))).toEqual([`TypeError: ${message}`]);
  });

  it.each([
    ['/picture', 'image/png', PICTURE],
    ['/blob', 'image/png', Buffer.concat([Buffer.from('a'), CHUNK, Buffer.from('b')])],
    ['/stream', 'image/png', Buffer.concat([CHUNK, CHUNK])],
    [
      '/generated',
      'application/octet-stream',
      Buffer.concat([Buffer.from('a'), CHUNK, CHUNK, CHUNK, Buffer.from('é')]),
    ],
    ['/nothing', 'image/png', Buffer.from('')],
  ])('may be bytes: %s', async (target, type, expected) => {
    const { status, headers, bytes } = await send('GET', target, { Authorization: 'Bearer a' });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.compare(bytes, expected)).toBe(0);
    expect(headers.get('cache-control')).toBe(target === '/stream' ? 'no-store' : null);
  });

  it.each(['/picture', '/blob', '/generated', '/endless'])('has no body for a HEAD: %s', async (target) => {
    const { status, bytes, headers } = await send('HEAD', target);
    expect([status, bytes.length, headers.get('content-type')?.includes('/')]).toEqual([200, 0, true]);
    if (!host.isRemote && target === '/blob') expect(headers.get('content-length')).toBe('100002');
  });

  it.each([
    ['/broken', 'Error: the disk is gone'],
    ['/strange', 'TypeError: a piece of the body is neither a Uint8Array nor a string'],
  ])('is cut when its stream fails: %s', async (target, bug) => {
    bugs.length = 0;
    await expect(send('GET', target, { 'X-Request-Id': 'mine' })).rejects.toThrow();
    if (!host.isRemote) expect(bugs.map(([each, id]) => [String(each), id])).toEqual([[bug, 'mine']]);
    expect((await send('GET', '/picture')).status).toBe(200);
  });
});
