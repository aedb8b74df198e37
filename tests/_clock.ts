import { vi } from 'vitest';

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
