import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The tests that run other people's tools on the document. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['tests/generators/*.test.ts'],
    exclude: [],
    reporters: ['verbose'],
    testTimeout: 300_000,
    fileParallelism: false,
  },
});
