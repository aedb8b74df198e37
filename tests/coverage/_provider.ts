import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { V8CoverageProvider } from '@vitest/coverage-v8/dist/provider.js';
import type { CoverageMap } from 'istanbul-lib-coverage';
import type { ReportContext, Vitest } from 'vitest/node';
import { readElsewhere } from './_elsewhere.ts';
import { addHits } from './_hits.ts';

/** The coverage of tests, with that of the processes and pages that they started. */
export class WholeCoverage extends V8CoverageProvider {
  #folder = '';

  override initialize(vitest: Vitest): void {
    super.initialize(vitest);
    // Not where the reports go, which Vitest empties before the tests begin.
    this.#folder = mkdtempSync(join(tmpdir(), 'assay-coverage-'));
    // Some tests start a process as a user who may do nothing else.
    chmodSync(this.#folder, 0o777);
    // The tests take it on: see setup.ts.
    process.env.COVERAGE_ELSEWHERE = this.#folder;
  }

  override async generateCoverage(context: ReportContext): Promise<CoverageMap> {
    const covered = await super.generateCoverage(context);
    addHits(covered, await readElsewhere(this.#folder));
    rmSync(this.#folder, { recursive: true, force: true });
    return covered;
  }
}
