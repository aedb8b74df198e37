import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The tests that need the documents of other people's services. */
export default defineConfig({
  test: { ...config.test, include: ['tests/documents/**/*.test.ts'], exclude: [] },
});
