import { createRequire } from 'node:module';
import { rooms } from './rooms.js';

const room = process.env.MUTATION_ROOM;
const { source } = rooms[room];

export default {
  mutate: source,
  testRunner: 'vitest',
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tests/mutation/vitest.config.js', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  ignorePatterns: [
    '**',
    '!src/**',
    '!tests/**',
    '!package.json',
    '!docs/**',
    '!README.md',
    '!examples/**',
    'tests/mutation/node_modules',
  ],
  incremental: true,
  incrementalFile: `tests/mutation/reports/${room}.incremental.json`,
  tempDirName: 'tests/mutation/.stryker',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `tests/mutation/reports/${room}.json` },
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 90 },
  cleanTempDir: 'always',
};
