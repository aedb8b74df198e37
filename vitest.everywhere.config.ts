import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const { test } = config;

/** The tests that look at the service from outside, on every runtime and in every framework that it is promised for. */
export default defineConfig({
  ...config,
  test: {
    ...test,
    globalSetup: 'tests/everywhere/_setup.ts',
    setupFiles: 'tests/everywhere/_pin.ts',
    include: [
      'tests/app/{credentials,forms,handlers,parts,paths}.test.ts',
      'tests/docs/refusals.test.ts',
      'tests/http/{bug,cors,from-memory,head,health,id,limits,matching,own-endpoint,reading,streaming}.test.ts',
      'tests/practice/{contract,credentials,echo,endpoints,properties}.test.ts',
      'tests/refusals/cases.test.ts',
      'tests/everywhere/*.test.ts',
    ],
    exclude: [],
  },
});
