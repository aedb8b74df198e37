import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { unreachable } from '../../src/check/reach.ts';
import { firstMessage } from '../../src/text/guards.ts';

/** The reason why an address can't be reached. */

it('names the first address of a host with several', () => {
  const all = ['connect ECONNREFUSED ::1:9', 'connect ECONNREFUSED 127.0.0.1:9'].map((why) => new Error(why));
  expect(firstMessage(new AggregateError(all))).toBe('connect ECONNREFUSED ::1:9');
});

it('is the error of the connection', async () => {
  expect(await unreachable('http://127.0.0.1:1')).toBe('connect ECONNREFUSED 127.0.0.1:1');
  expect(await unreachable('https://[::1]:1')).toMatch(/ ::1:1/);
});

it('is the time limit if nothing answers', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    setImmediate(() => this.emit('timeout'));
    return this;
  });
  expect(await unreachable('http://127.0.0.1:1')).toBe('no connection within 10000 ms');
  expect(connect.mock.contexts).toMatchObject([{ timeout: 10_000, destroyed: true }]);
  connect.mockRestore();
});
