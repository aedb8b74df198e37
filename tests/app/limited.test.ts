import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { type Connection, hostsOf } from '../_hosts.ts';

/** The limits of one endpoint, on every host. */

const arrayOf = (length: number) => `[${' '.repeat(length - 2)}]`;

describe.each(hostsOf(apps.limited))('the limits of an endpoint, on $name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(apps.limited);
  });
  afterAll(() => connection.close());

  it.each([
    ['/small', arrayOf(10), 200],
    ['/small', arrayOf(11), 413],
    ['/small', '[[1]]', 200],
    ['/small', '[[[1]]]', 400],
    ['/usual', '[[[1]]]', 200],
    ['/usual', arrayOf(100), 200],
    ['/usual', arrayOf(101), 413],
    ['/large', arrayOf(1000), 200],
    ['/large', arrayOf(1001), 413],
    ['/slow', '[]', 503],
  ])('hold for it alone: %s', async (target, body, status) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await connection.send({ method: 'POST', target, headers, body })).status).toBe(status);
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' };
    if (!host.name.includes('socket')) return;
    const again = await connection.send({ method: 'POST', target, headers: chunked, body });
    expect(again.status).toBe(status);
    if (status === 413)
      expect(again.body).toBe(`{"detail":"The body is larger than ${body.length - 1} bytes"}`);
  });
});
