import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { latest } from '../../src/cli/latest.ts';

/** The answers of somebody who may be too busy to answer. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Somebody who is asked, and answers when told to. */
async function asked(first: string) {
  const waiting: ((answer: string) => void)[] = [];
  const get = latest(() => new Promise<string>((resolve) => void waiting.push(resolve)), 500);
  const answer = (text: string) => waiting.at(-1)?.(text);
  if (first !== '') answer(first);
  await vi.advanceTimersByTimeAsync(0);
  return { get, answer, times: () => waiting.length };
}

it('is the answer, if it comes soon', async () => {
  const { get, answer, times } = await asked('first');
  const all = [get(), get()];
  answer('a');
  expect([await Promise.all(all), times()]).toEqual([['a', 'a'], 2]);
  const again = get();
  answer('b');
  expect([await again, times()]).toEqual(['b', 3]);
  expect(vi.getTimerCount()).toBe(0);
});

it('is the one before, while the next takes long', async () => {
  const { get, times } = await asked('first');
  for (const start of [0, 500]) {
    const got = get();
    await vi.advanceTimersByTimeAsync(500);
    expect([start, await got, times()]).toEqual([start, 'first', 2]);
  }
});

it('is waited for while there is none before', async () => {
  const { get, answer, times } = await asked('');
  const got = get();
  await vi.advanceTimersByTimeAsync(29_000);
  answer('a');
  expect([await got, times()]).toEqual(['a', 1]);
});

it.each(['first', ''])(
  'is missing once none has come for half a minute after %j, until one comes',
  async (first) => {
    const { get, answer } = await asked(first);
    const early = get();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await early).toBe(first || undefined);
    const late = get();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toBeUndefined();
    const again = get();
    answer('a');
    expect(await again).toBe('a');
  },
);
