import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const rooms = ['app', 'contract', 'fields', 'http', 'json', 'practice', 'text'];
/** They read many thousands of inputs. */
const slow = ['email', 'pattern', 'problem', 'properties', 'router-properties', 'segment'];

/** The tests for a change in the making: without processes, browsers and packages. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: rooms.map((room) => `tests/${room}/**/*.test.ts`),
    exclude: slow.map((name) => `**/${name}.test.ts`),
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
  },
});
