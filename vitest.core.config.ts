import { defineConfig } from 'vitest/config';
import config from './vitest.everywhere.config.ts';

const { test } = config;

/** The same on Bun, Deno and workerd alone, which takes a third of the packages and of the time. */
export default defineConfig({
  ...config,
  test: {
    ...test,
    // The count that ends the whole suite is the one that programs read.
    reporters: ['default'],
    globalSetup: 'tests/everywhere/_setup-core.ts',
    // Folders to deploy are built by Wrangler.
    exclude: ['tests/everywhere/deploy.test.ts'],
  },
});
