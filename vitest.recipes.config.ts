import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The tests of the recipes, which need the libraries that the recipes are for. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['tests/recipes/**/*.test.ts'], exclude: [] },
});
