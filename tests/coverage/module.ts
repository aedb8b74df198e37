import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

/** Vitest's coverage by V8, with what ran in other processes and in the page's browser. */
const module: CoverageProviderModule = {
  ...v8,
  async getProvider() {
    const { WholeCoverage } = await import('./_provider.ts');
    return new WholeCoverage();
  },
};

export default module;
