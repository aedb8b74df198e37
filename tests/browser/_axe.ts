import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What a page does that keeps people out: each violation of axe's rules, and the elements that it is about. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: AxeResults = await page.evaluate('axe.run()');
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.slice(0, 200)}`),
  );
}
