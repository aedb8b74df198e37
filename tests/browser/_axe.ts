import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The barriers of a page, in light and in dark: each violation of axe's rules, and the elements it is about. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const light = await run(page, 'axe.run()');
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, `axe.run({ runOnly: ['color-contrast'] })`);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

async function run(page: Page, call: string): Promise<string[]> {
  const found: AxeResults = await page.evaluate(call);
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.slice(0, 200)}`),
  );
}
