import { expect, it, onTestFinished } from 'vitest';
import { serveDocs } from './_docs.ts';
import { MAX_SHIFT, observeShift, opened, send } from './_page.ts';

/** The layout of the page while it loads. */

const docs = serveDocs();

it.each([
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])('the layout does not shift at $width pixels, during loading and use', async (viewport) => {
  const page = await docs.browser.newPage({ viewport });
  onTestFinished(() => page.close());
  const shift = await observeShift(page);
  await page.goto(`${docs.origin}/docs#createUser/`);
  await opened(page);
  await send(page);
  expect(await shift()).toBeLessThan(MAX_SHIFT);
});
