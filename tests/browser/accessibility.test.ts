import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { violations } from './_axe.ts';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { openEndpoint, send, write } from './_page.ts';

/** Accessibility of the documentation: in light and dark, at any width, and by screen reader. */

const file = writeDocument();
const docs = serveDocs(() => [file]);

/** The states of the page, and the steps to each. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  start: async () => {},
  'an endpoint': (page) => openEndpoint(page, 'List lamps'),
  'a summary from right to left': (page) => openEndpoint(page, 'تغيير'),
  'wrong values': async (page) => {
    await page.getByLabel('watt', { exact: true }).fill('900');
    await page.locator('.field.wrong').waitFor();
  },
  'the text, with marks': async (page) => {
    await write(
      page,
      'POST /lamps\nContent-Type: application/json\nX-API-Key: key\n\n{"name": "a", "watt": 900}',
    );
    await page.locator('.editor mark').first().waitFor();
  },
  'an answer': (page) => send(page),
  'an error': async (page) => {
    await page.getByLabel('watt', { exact: true }).fill('900');
    await send(page);
  },
  credentials: (page) => page.getByRole('button', { name: 'Authorize' }).click(),
  results: async (page) => {
    await page.getByRole('combobox', { name: 'Search' }).fill('lamp');
    await page.getByRole('listbox', { name: 'Results' }).waitFor();
  },
  'everything sent': async (page) => {
    await page.route('**/rooms', (route) => route.fulfill({ status: 204 }));
    await page.getByRole('button', { name: 'Send all of every endpoint' }).click();
    await page
      .locator('.run')
      .getByText(/answered differently$/)
      .waitFor();
  },
};

describe('the page has no accessibility problems', () => {
  it.each(Object.entries(states))('in the state: %s', async (_, show) => {
    const { page, complaints } = await docs.open();
    await show(page);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([320, 390, 768, 1920])('at %i pixels', async (width) => {
    const { page } = await docs.open({ viewport: { width, height: 740 }, hash: '#registerLamp/' });
    await page.getByLabel('watt', { exact: true }).fill('900');
    await send(page);
    expect(await violations(page)).toEqual([]);
  });

  it('at 320 pixels with fields of long names', async () => {
    const { page } = await docs.open({ viewport: { width: 320, height: 740 }, hash: '#changeSettings/' });
    await page
      .getByLabel('Field', { exact: true })
      .getByText('body.schedule.beginning')
      .waitFor({ state: 'attached' });
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    'docs',
    'docs?operation=listRooms',
    'docs?view=models',
    'docs?model=Room',
    'docs?webhook=broke',
    'docs/errors',
  ])('at /%s without scripts', async (path) => {
    const context = await docs.browser.newContext();
    onTestFinished(() => context.close());
    await context.route('**/*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${docs.origin}/${path}`);
    expect(await violations(page)).toEqual([]);
  });
});

describe('on touch screens', () => {
  it('targets are 44 pixels high, and text in fields 16', async () => {
    const { page } = await docs.open({
      viewport: { width: 390, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const small = await page.evaluate<string[]>(SMALL_TARGETS);
    expect(small).toEqual([]);
    expect(await page.evaluate<number[]>(FIELD_SIZES)).toEqual([16]);
  });

  it('the list is folded while an endpoint is shown', async () => {
    const { page } = await docs.open({ viewport: { width: 390, height: 740 }, hash: '#listRooms/' });
    const list = page.getByRole('navigation', { name: 'Endpoints' });
    expect(await list.getByRole('link').first().isVisible()).toBe(false);
    await list.getByText('Endpoints', { exact: true }).click();
    await openEndpoint(page, 'List lamps');
    expect(await list.getByRole('link').first().isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 740 });
    await list.getByRole('link').first().waitFor();
  });
});

describe('a screen reader', () => {
  it('hears of each answer in short', async () => {
    const { page } = await docs.open({ hash: '#registerLamp/' });
    await page.getByLabel('watt', { exact: true }).fill('900');
    await send(page);
    const told = page.getByRole('status').filter({ hasText: '422 Unprocessable Content: Input should be' });
    expect(await told.count()).toBe(1);
  });

  it('finds one h1, landmarks and unique ids', async () => {
    const { page } = await docs.open();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('navigation').count()).toBe(2);
    const ids = await page.locator('[id]').evaluateAll((all: { id: string }[]) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Controls lower than 44 pixels, apart from links within text. */
const SMALL_TARGETS = `[...document.querySelectorAll('button, select, input, textarea, summary, .list a, .bar a')]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.getBoundingClientRect().height, each.outerHTML.slice(0, 80)])
  .filter(([height]) => height > 0 && height < 43.5)
  .map(([height, markup]) => height + ' ' + markup)`;

const FIELD_SIZES = `[...new Set([...document.querySelectorAll('input, select, textarea')]
  .filter((each) => each.checkVisibility())
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))]`;
