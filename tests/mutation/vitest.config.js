import { defineConfig } from 'vitest/config';
import { rooms } from './rooms.js';

/** The tests of one room, without what the whole suite reports. */
export default defineConfig({
  resolve: { conditions: ['assay-source'] },
  ssr: { resolve: { conditions: ['assay-source'] } },
  test: { include: rooms[process.env.MUTATION_ROOM].tests, testTimeout: 30_000, hookTimeout: 30_000 },
});
