import { expect, it } from 'vitest';
import { reasonOf, unreachable } from '../../src/check/reach.ts';

/** The reason why an address can't be reached, before anything is sent. */

it('names the first address of a host that has several', () => {
  const all = ['connect ECONNREFUSED ::1:9', 'connect ECONNREFUSED 127.0.0.1:9'].map((why) => new Error(why));
  expect(reasonOf(new AggregateError(all))).toBe('connect ECONNREFUSED ::1:9');
});

it('is that of the connection', async () => {
  expect(await unreachable('http://127.0.0.1:1')).toBe('connect ECONNREFUSED 127.0.0.1:1');
  expect(await unreachable('https://[::1]:1')).toMatch(/ ::1:1/);
});
