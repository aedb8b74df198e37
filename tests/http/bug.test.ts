import { describe, expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';
import { apps } from '../_apps.ts';
import { hostsOf } from '../_hosts.ts';
import { bug, bugs } from './_buggy.ts';

/** A handler with a bug in it. */

describe.each(hostsOf(apps.buggy))('a bug in a handler, on $name', (host) => {
  it.each([
    { target: '/search/?query=x', name: 'search' },
    { method: 'POST', target: '/products', body: '{"price":1}', name: 'checkPrice' },
  ])('is answered with a plain 500, and reported to onBug: $target', async ({ name, ...sent }) => {
    const connection = await host.open(apps.buggy);
    bugs.length = 0;
    const { status, body, headers } = await connection.send({
      ...sent,
      headers: { 'X-Request-Id': 'mine-1' },
    });
    expect(status).toBe(500);
    expect(body).toBe('{"detail":"Internal Server Error"}');
    expect(headers.get('x-request-id')).toBe('mine-1');
    if (!host.isRemote) expect(bugs).toEqual([[bug, 'mine-1', name]]);
    expect((await connection.send({ target: '/items/1' })).status).toBe(200);
    await connection.close();
  });
});

const list = endpoint({ method: 'GET', path: '/lamps', summary: 'Lists lamps.', reply: { status: 204 } });

it('a bug that nobody is told of is a 500 all the same', () => {
  const contract = { title: 'Lamps', version: '1', endpoints: { list } };
  const core = createCore(contract, {
    list(_, { log }) {
      log.warn('soon');
      throw bug;
    },
  });
  expect(inject(core, { method: 'GET', target: '/lamps', headers: {} }).status).toBe(500);
});
