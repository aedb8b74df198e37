import { afterAll, describe, expect, it, vi } from 'vitest';
import { names, readings } from './_readings.ts';

/**
 * Everything that is read from a few compact documents, in which each keyword and each rare form is. To record it anew, run
 * `RECORD=yes npx vitest run tests/openapi/readings.test.ts`, and read what has changed.
 */
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 10) });
afterAll(() => {
  vi.useRealTimers();
});

for (const name of names)
  describe(name, async () => {
    it.each(await readings(name))('$section', async ({ recorded, read }) => {
      expect(await read()).toBe(recorded);
    });
  });
