import { defineConfig } from 'vitest/config';
import { Count } from './tests/_count.ts';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], reporters: ['default', new Count()] },
});
