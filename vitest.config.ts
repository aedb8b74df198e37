import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './tests/_summary-reporter.ts';

export default defineConfig({
  resolve: { conditions: ['assay-source'] },
  ssr: { resolve: { conditions: ['assay-source'] } },
  test: {
    include: ['tests/**/*.test.ts'],
    // They have configurations of their own.
    exclude: [
      'tests/clients/**',
      'tests/documents/**',
      'tests/everywhere/**',
      'tests/recipes/**',
      'tests/generators/**',
    ],
    reporters: ['default', new SummaryReporter()],
    // Nothing is proved by how long a test takes; a busy machine may take long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['tests/coverage/setup.ts'],
    coverage: {
      provider: 'custom',
      customProviderModule: './coverage.config.ts',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', ['text', { skipFull: true }], 'json'],
      reportOnFailure: true,
      // All of it has been covered; a few lines and branches depend on the moment.
      thresholds: { statements: 99.9, branches: 99.9, functions: 99.5, lines: 99.9 },
    },
  },
});
