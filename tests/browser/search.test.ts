import { describe, expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';

/** The search through all endpoints. */

const file = writeDocument();
const docs = serveDocs(() => [file]);

type Opened = Awaited<ReturnType<typeof docs.open>>;

/** The titles of the results, once their number is announced. */
async function search({ page }: Opened, words: string): Promise<string[]> {
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill(words);
  await page
    .getByRole('search')
    .getByRole('status')
    .filter({ hasText: /\d+ results?$/ })
    .first()
    .waitFor();
  const titles = await page.getByRole('option').allTextContents();
  return titles.filter((title) => !title.startsWith('any')).map((title) => title.trim());
}

const results = (page: Opened['page']) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

describe('the search', () => {
  it.each([
    ['Register', 'Register a lamp POST /lamps'],
    ['rooms', 'List rooms GET /rooms'],
    ['nickname', 'Register a lamp POST /lamps'],
    ['house', 'Register a lamp POST /lamps'],
    ['int_parsing', 'List lamps GET /lamps'],
    ['put settings', 'تغيير إعدادات المصباح PUT /lamps/{lampId}/settings/with-a-rather-long-path'],
  ])('finds %j', async (words, first) => {
    const opened = await docs.open();
    await search(opened, words);
    expect((await results(opened.page).allTextContents()).map((text) => text.trim())).toContain(first);
  });

  it('ranks names before properties, and announces the number', async () => {
    const opened = await docs.open();
    await search(opened, 'lamps');
    expect((await results(opened.page).first().textContent())?.trim()).toBe('List lamps GET /lamps');
    await search(opened, 'nothing-is-called-so');
    expect(await opened.page.getByText('0 results').isVisible()).toBe(true);
    expect(await results(opened.page).count()).toBe(0);
  });

  it('says that it is not a search through everything', async () => {
    const { page } = await docs.open();
    const lines = [
      ['#a/', 'Lamps', 'GET /lamps', '', '', ''],
      ['', '; more may be left out', '', '', '', ''],
    ];
    await page.route('**/docs?view=search', (route) => route.fulfill({ json: lines }));
    await page.getByRole('combobox', { name: 'Search' }).fill('lamps');
    await page.getByText('1 result; more may be left out').waitFor();
  });

  it.each(['/', 'Control+k'])('is reached by %s, and followed by keys', async (key) => {
    const opened = await docs.open();
    const { page } = opened;
    await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    await search(opened, 'list');
    expect(
      await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link').first().isVisible(),
    ).toBe(false);
    const second = ((await results(page).nth(1).textContent()) ?? '').split(' GET')[0] ?? '';
    await page.keyboard.press('ArrowDown');
    expect(await results(page).nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: second, level: 3 }).waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link').first().isVisible(),
    ).toBe(true);
  });

  it('is left by Escape, or by a click on a result', async () => {
    const opened = await docs.open();
    const { page } = opened;
    await search(opened, 'list');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('');
    await search(opened, 'rooms');
    await results(page).first().click();
    await page.getByRole('heading', { name: 'List rooms', level: 3 }).waitFor();
  });

  it.each([
    ['broke', 'A lamp broke POST broke', 'A lamp broke'],
    ['room of the house', 'Room Model', 'Room'],
  ])('finds by %j a page of its own: %s', async (words, result, heading) => {
    const opened = await docs.open();
    const { page } = opened;
    await search(opened, words);
    await page.getByRole('option', { name: result }).click();
    await page.getByRole('heading', { name: heading, level: 3 }).waitFor();
  });

  it('leaves a slash alone that is typed elsewhere, and Enter without results', async () => {
    const { page } = await docs.open();
    await page.getByLabel('Filter', { exact: true }).focus();
    await page.keyboard.press('/');
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('/');
    await page.getByRole('combobox', { name: 'Search' }).press('Enter');
    expect(await page.getByRole('heading', { level: 3 }).textContent()).toBe('Register a lamp');
  });

  it('finds nothing if the service does not answer', async () => {
    const { page } = await docs.open();
    await page.route('**/docs?view=search', (route) => route.abort());
    await page.getByRole('combobox', { name: 'Search' }).fill('lamps');
    await page.getByText('0 results').waitFor();
  });
});
