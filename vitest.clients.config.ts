import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The tests that need clients and proxies to be installed. */
export default defineConfig({
  test: { ...config.test, include: ['tests/clients/**/*.test.ts'], exclude: [] },
});
