import { defineConfig } from 'vitest/config';
import { Count } from './tests/_count.ts';

export default defineConfig({
  resolve: { conditions: ['assay-source'] },
  ssr: { resolve: { conditions: ['assay-source'] } },
  test: {
    include: ['tests/**/*.test.ts'],
    // They have configurations of their own.
    exclude: ['tests/clients/**', 'tests/everywhere/**'],
    reporters: ['default', new Count()],
    // Nothing is proved by how long a test takes; a busy machine may take long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
