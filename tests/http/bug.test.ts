import { describe, expect, it } from 'vitest';
import { createCore } from '../../src/http/app.ts';
import { contract } from '../../src/practice/app.ts';
import { handlers } from '../../src/practice/handlers/index.ts';
import { hosts } from '../_hosts.ts';

/** A handler with a bug in it. */

const bug = new Error('secret cause');
const bugs: unknown[][] = [];
const fail = () => {
  throw bug;
};
const buggy = { ...handlers, search: fail, checkPrice: fail };
const app = createCore(contract, buggy, { onBug: (...told) => bugs.push(told) });

describe.each(hosts)('a bug in a handler, on $name', (host) => {
  it.each([{ target: '/search/?query=x' }, { method: 'POST', target: '/products', body: '{"price":1}' }])(
    'is a 500 that says nothing, and is told to whoever runs the service: $target',
    async (sent) => {
      const connection = await host.open(app);
      bugs.length = 0;
      const { status, body, headers } = await connection.send({
        ...sent,
        headers: { 'X-Request-Id': 'mine-1' },
      });
      expect(status).toBe(500);
      expect(body).toBe('{"detail":"Internal Server Error"}');
      expect(headers.get('x-request-id')).toBe('mine-1');
      expect(bugs).toEqual([[bug, 'mine-1']]);
      expect((await connection.send({ target: '/items/1' })).status).toBe(200);
      await connection.close();
    },
  );
});
