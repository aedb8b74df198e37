import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { PAGE_SCRIPT, pageScript } from '../coverage/_compiled.ts';

/** The script of the page, whatever digest its name has. */
const SCRIPT = /\/page\.\w+\.js$/;

/**
 * Closes the page at the end of the test. Where coverage is collected, the page gets a script that still has every statement,
 * and what runs of it is written down; only loading.test.ts then runs the script as it is shipped.
 */
export async function closeAtEnd(page: Page): Promise<void> {
  const { COVERAGE_ELSEWHERE } = process.env;
  if (COVERAGE_ELSEWHERE === undefined) {
    onTestFinished(() => page.close());
    return;
  }
  const { code: body } = await pageScript();
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }));
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  onTestFinished(async () => {
    const scripts = await page.coverage.stopJSCoverage();
    const result = scripts
      .filter(({ url }) => SCRIPT.test(url))
      .map((script) => ({ ...script, url: PAGE_SCRIPT }));
    writeFileSync(join(COVERAGE_ELSEWHERE, `${randomUUID()}.json`), JSON.stringify({ result }));
    await page.close();
  });
}
