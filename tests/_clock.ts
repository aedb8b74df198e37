import { onTestFinished, vi } from 'vitest';

/**
 * Lets the clock run so fast that each slice of work has one step: each look finds it later by more than a slice, until the mocks
 * are restored.
 */
export function hurryClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 11;
    return now;
  });
}

/**
 * Counts the rounds of the event loop in which work gives way to everything else, by a clock that ends each slice of it, until the
 * test is over.
 */
export function countTurns(): () => number {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  onTestFinished(() => {
    clearImmediate(timer);
    vi.restoreAllMocks();
  });
  return () => turns;
}
