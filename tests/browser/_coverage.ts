import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** The script of the page, whatever digest its name has. */
const SCRIPT = /\/page\.\w+\.js$/;

/** Closes the page at the end of the test, and writes the coverage of its script where coverage is collected. */
export async function closeAtEnd(page: Page): Promise<void> {
  const { COVERAGE_ELSEWHERE } = process.env;
  if (COVERAGE_ELSEWHERE === undefined) {
    onTestFinished(() => page.close());
    return;
  }
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  onTestFinished(async () => {
    const scripts = await page.coverage.stopJSCoverage();
    const result = scripts
      .filter(({ url }) => SCRIPT.test(url))
      .map((script) => ({ ...script, url: 'file:///page.js' }));
    writeFileSync(join(COVERAGE_ELSEWHERE, `${randomUUID()}.json`), JSON.stringify({ result }));
    await page.close();
  });
}
