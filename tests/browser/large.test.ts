import { describe, expect, it, onTestFinished } from 'vitest';
import { violations } from './_axe.ts';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { openEndpoint, opened, send } from './_page.ts';

/** The page of a contract with many endpoints, each of which is loaded when it is opened. */

const COUNT = 80;
const paths = Array.from({ length: COUNT }, (_, at) => [
  `/lamps/${at}`,
  {
    get: {
      operationId: `lamps/get-${at}`,
      tags: [`floor ${at % 3}`],
      summary: `Get lamp ${at}`,
      parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
      responses: { 200: { description: 'A lamp.' } },
    },
  },
]);
const file = writeDocument({
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: Object.fromEntries(paths),
});
const docs = serveDocs(() => [file]);

describe('many endpoints', () => {
  it('are all listed, and loaded when they are opened', async () => {
    const { page, requests, complaints } = await docs.open();
    const list = page.getByRole('navigation', { name: 'Endpoints' });
    expect(await list.getByRole('link', { name: /^Get lamp/ }).count()).toBe(COUNT);
    expect(requests.filter((each) => each.includes('?operation=')).length).toBe(2);
    await openEndpoint(page, 'Get lamp 79');
    expect(page.url()).toMatch(/#lamps\/get-79\/$/);
    expect(await send(page)).toContain('200');
    await page.getByLabel('page', { exact: true }).fill('0');
    await page.locator('.field.wrong').waitFor();
    expect(complaints).toEqual([]);
  });

  it('open from a link, and back', async () => {
    const { page } = await docs.open({ hash: '#lamps/get-7/query.page/int_parsing' });
    expect(await page.getByRole('heading', { level: 3 }).textContent()).toBe('Get lamp 7');
    await openEndpoint(page, 'Get lamp 8');
    await page.goBack();
    await page.getByRole('heading', { name: 'Get lamp 7', level: 3 }).waitFor();
  });

  it('are found by keys, and shown in the list', async () => {
    const { page } = await docs.open();
    const isInView = (name: RegExp) => async () => {
      const { y = -1, height = 0 } =
        (await page
          .getByRole('option', { name })
          .or(page.getByRole('link', { name }))
          .first()
          .boundingBox()) ?? {};
      return y >= 0 && y + height <= 800;
    };
    await page.keyboard.press('/');
    await page.keyboard.type('lamp');
    await page.getByText('80 results').waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('listbox').getByRole('option', { selected: true }).textContent()).toContain(
      'Get lamp 49',
    );
    await expect.poll(isInView(/^Get lamp 49 /)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Get lamp 49', level: 3 }).waitFor();
    await expect.poll(isInView(/^Get lamp 49 /)).toBe(true);
  });

  it('that can’t be loaded are reported', async () => {
    const { page } = await docs.open();
    await page.route('**/docs?operation=*', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link').nth(3).click();
    await page.getByText('The endpoint can’t be loaded').waitFor({ state: 'attached' });
  });

  it('have pages of their own without scripts', async () => {
    const context = await docs.browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${docs.origin}/docs`);
    await page.getByRole('link', { name: /^Get lamp 5 GET/ }).click();
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    expect(await page.locator('.cases > li').count()).toBeGreaterThan(1);
  });

  it('have an accessible page each', async () => {
    const page = await docs.browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${docs.origin}/docs?operation=${encodeURIComponent('lamps/get-3')}`);
    expect(await violations(page)).toEqual([]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${docs.origin}/docs`);
      await opened(page);
      expect(await violations(page)).toEqual([]);
      // On a phone, the list is folded then, and its headings with it.
      await openEndpoint(page, 'Get lamp 9');
      expect(await violations(page)).toEqual([]);
    }
  });
});
