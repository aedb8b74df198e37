import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { TestUserConfig } from 'vitest/node';
import { SummaryReporter } from './tests/_summary-reporter.ts';

/** The folders whose tests need more than this package and a browser. */
const others = ['clients', 'corpus', 'documents', 'everywhere', 'generators', 'recipes'];
/** The folders whose tests take the most time: in Chromium, of the packed package, and of processes. */
const system = ['browser', 'check', 'cli', 'fuzz', 'node', 'package'];
/** The folders whose tests need no process, no browser and no package, except those that read many thousands of inputs. */
const quick = ['app', 'contract', 'fields', 'http', 'json', 'practice', 'text'];
const slow = ['email', 'pattern', 'problem', 'properties', 'router-properties', 'segment'];

/** The tests that look at the service from outside, wherever it runs. */
const outside = [
  'tests/app/{around,credentials,forms,handlers,limited,parts,paths,replies}.test.ts',
  'tests/page/cases.test.ts',
  'tests/http/{bug,cors,from-memory,head,health,id,limits,matching,own-endpoint,reading,streaming}.test.ts',
  'tests/practice/{contract,credentials,echo,endpoints,properties}.test.ts',
  'tests/cases/cases.test.ts',
  'tests/everywhere/*.test.ts',
];

const INSTALL = 'tests/_install.ts';
const BUILD = 'tests/_build.ts';

/** A project; unless it says otherwise, of the folder of its name. */
function project(
  name: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  const include = [`tests/${name}/**/*.test.ts`];
  return {
    extends: true,
    test: { name, include, globalSetup: BUILD, setupFiles: 'tests/coverage/setup.ts', ...options },
  };
}

const test: TestUserConfig = {
  // All cores; by default, one is left free.
  maxWorkers: '100%',
  // Which of the projects run, unless `--project` names others.
  project: 'main',
  projects: [
    project('main', {
      include: ['tests/**/*.test.ts'],
      exclude: [...others, ...system, 'client/recorded'].map((folder) => `tests/${folder}/**`),
    }),
    project('system', { include: system.map((folder) => `tests/${folder}/**/*.test.ts`) }),
    project('quick', {
      include: quick.map((folder) => `tests/${folder}/**/*.test.ts`),
      exclude: slow.map((name) => `**/${name}.test.ts`),
      globalSetup: [],
      pool: 'threads',
      isolate: false,
    }),
    // On Bun, Deno and workerd alone, which takes a third of the packages and of the time of "everywhere".
    project('core', {
      include: outside,
      exclude: ['tests/everywhere/{deploy,image}.test.ts'],
      globalSetup: [BUILD, INSTALL, 'tests/everywhere/_setup-core.ts'],
      setupFiles: 'tests/everywhere/_pin.ts',
    }),
    project('everywhere', {
      include: outside,
      globalSetup: [BUILD, INSTALL, 'tests/everywhere/_setup.ts'],
      setupFiles: 'tests/everywhere/_pin.ts',
    }),
    project('clients', {}),
    project('documents', { globalSetup: INSTALL }),
    project('corpus', { globalSetup: INSTALL }),
    project('recipes', { globalSetup: [BUILD, INSTALL] }),
    project('generators', { globalSetup: [BUILD, INSTALL], fileParallelism: false }),
  ],
  // Nothing is proved by how long a test takes; a busy machine may take long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  reporters: ['default', new SummaryReporter()],
  coverage: {
    provider: 'custom',
    customProviderModule: './tests/coverage/module.ts',
    include: ['src/**/*.ts'],
    reporter: ['text-summary', ['text', { skipFull: true }], 'json'],
    reportOnFailure: true,
    // All of it has been covered; a few lines and branches depend on the moment.
    thresholds: { statements: 99.9, branches: 99.9, functions: 99.5, lines: 99.9 },
  },
};

export default defineConfig({
  resolve: { alias: { '#node': join(import.meta.dirname, 'src/hosts/node/host.ts') } },
  test,
});
