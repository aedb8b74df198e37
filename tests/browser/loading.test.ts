import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDocs } from './_docs.ts';
import { caseLink, choose, MAX_SHIFT, observeShift } from './_page.ts';

/** The layout of the page while it loads, and the page without scripts. */

const docs = serveDocs();

it.each([
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])('the layout does not shift at $width pixels, during loading and use', async (viewport) => {
  const page = await docs.browser.newPage({ viewport });
  onTestFinished(() => page.close());
  const shift = await observeShift(page);
  await page.goto(`${docs.origin}/docs`);
  await page.locator('#operation:not(:empty)').waitFor({ state: 'attached' });
  await choose(page, 'createUser/body.age/int_parsing');
  await page.locator('#announcement:not(:empty)').waitFor({ state: 'attached' });
  expect(await shift()).toBeLessThan(MAX_SHIFT);
});

it('everything fits on one screen', async () => {
  const { page } = await docs.open();
  await choose(page, 'createUser/body/several');
  await page.locator('.card').last().waitFor();
  for (const part of ['#send', '#text', '.status-line', '#changes', '#copy-link']) {
    const box = await page.locator(part).boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 800, part).toBe(true);
  }
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(800);
});

describe('without scripts', () => {
  it.each([
    { without: 'JavaScript', options: { javaScriptEnabled: false } },
    { without: 'its script file', blocked: '**/*.js' },
  ])(
    'the page is a reference with a command for every refusal: no $without',
    async ({ options, blocked }) => {
      const context = await docs.browser.newContext(options);
      onTestFinished(() => context.close());
      if (blocked) await context.route(blocked, (route) => route.abort());
      const page = await context.newPage();
      await page.goto(`${docs.origin}/docs`);
      await page.getByRole('heading', { name: 'POST /users/', exact: true }).waitFor();
      const items = page.locator('article[id="createUser/"] .cases > li');
      expect(await items.count()).toBeGreaterThan(90);
      await items.first().locator('summary').click();
      const line = await items.first().locator('pre').first().textContent();
      expect(line).toContain(`curl '${docs.origin}/users/' -H`);
      await page
        .getByRole('navigation', { name: 'Endpoints' })
        .getByRole('link', { name: 'GET /search/' })
        .click();
      expect(await page.evaluate('location.hash').catch(() => new URL(page.url()).hash)).toBe('#search/');
    },
  );

  it('prints as a reference', async () => {
    const { page } = await docs.open();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#reference').isVisible()).toBe(true);
    expect(await page.locator('#workbench').isVisible()).toBe(false);
    const pre = page.locator('article[id="search/"] .cases pre').first();
    expect(await pre.isVisible()).toBe(true);
  });
});

it('the reference is a view of the page', async () => {
  const { page } = await docs.open({ hash: '#reference' });
  await page.getByRole('heading', { name: 'Reference' }).waitFor();
  expect(await page.locator('#text').isVisible()).toBe(false);
  await page.locator('#list [data-key="operation search"]').click();
  const article = page.locator('article[id="search/"]');
  expect((await article.boundingBox())?.y).toBeLessThan(100);
  await article.locator('summary').first().click();
  const line = await article.locator('.cases pre').first().textContent();
  expect(line).toContain(`curl '${docs.origin}/search/`);
  await caseLink(page, 'search/query.query/missing').click();
  await page.locator('#text').waitFor();
});
