import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Service, startService } from '../_service.ts';
import { violations } from './_axe.ts';
import { type Chromium, launchChromium } from './_chromium.ts';
import { answerOn, execute, menuOf, openDocs, unfold } from './_docs-page.ts';

/** Everybody can use the documentation: in light and in dark, on any width, by keyboard and by ear. */

const schemes = ['light', 'dark'] as const;

let service: Service;
let chromium: Chromium;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  chromium = await launchChromium();
  browser = chromium.browser;
}, 120_000);

afterAll(async () => {
  await chromium?.close();
  await service?.stop();
});

/** What can be seen of the documentation, and how to get there. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  closed: async () => {},
  open: (page) => unfold(page, 'listUsers'),
  accepted: async (page) => execute(await unfold(page, 'createUser')),
  refused: async (page) => refuse(await unfold(page, 'createUser')),
  'credential-refused': async (page) => refuse(await unfold(page, 'getProtected')),
  schemas: async (page) => {
    for (const schema of await page.locator('.models .json-schema-2020-12-accordion').all())
      await schema.click();
  },
  dialog: (page) => page.getByRole('button', { name: 'Authorize' }).click(),
};

async function refuse(operation: Locator): Promise<void> {
  await menuOf(operation).selectOption({ index: 2 });
  await execute(operation);
}

const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };

/** Looks at a page on a screen and on a telephone, keeps both pictures, and sees that nothing sticks out. */
async function look(page: Page, name: string): Promise<void> {
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: `screenshots/${name}-${viewport.width}.png`, fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
  }
}

describe.each(schemes)('in %s, the documentation', { timeout: 120_000 }, (colorScheme) => {
  it.each(Object.entries(views))('keeps nobody out when it is shown %s', async (name, show) => {
    const { page, complaints } = await openDocs(browser, service.origin, { colorScheme, viewport: wide });
    await show(page);
    await look(page, `${name}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(['docs', 'docs/errors'])('keeps nobody out at /%s, where no script runs', async (path) => {
    const page = await browser.newPage({ colorScheme });
    onTestFinished(() => page.close());
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${service.origin}/${path}`);
    for (const details of await page.locator('summary').all()) await details.click();
    await look(page, `${path.replace('/', '-')}-plain-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
  });
});

describe('the documentation page', { timeout: 120_000 }, () => {
  it('follows the system from light to dark and back', async () => {
    const { page } = await openDocs(browser, service.origin, { colorScheme: 'light' });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
    expect(await ground()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
    expect(await ground()).toBe(light);
  });

  it('sends a request by keyboard alone', async () => {
    const { page } = await openDocs(browser, service.origin);
    const operation = page.locator('.opblock[id$="-createUser"]');
    await tabTo(page, operation.locator('.opblock-summary-control'));
    await page.keyboard.press('Enter');
    await tabTo(page, menuOf(operation));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, operation.getByRole('button', { name: 'Execute' }));
    await page.keyboard.press('Enter');
    expect(await answerOn(operation)).toMatchObject({ status: 422 });
  });

  it('leads by keyboard to every control, and shows where it is', async () => {
    const { page } = await openDocs(browser, service.origin);
    await execute(await unfold(page, 'listUsers'));
    const controls = await page
      .locator(':is(a[href], button, input, select, textarea):visible:not([tabindex="-1"])')
      .all();
    await page.locator('h1').click();
    for (const control of controls) {
      await tabTo(page, control);
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).not.toBe('none');
    }
    expect(controls.length).toBeGreaterThan(30);
  });

  it('keeps the focus in the dialog, and gives it back', async () => {
    const { page } = await openDocs(browser, service.origin);
    const opener = page.getByRole('button', { name: 'Authorize' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const isOutside =
      'document.activeElement.closest("main") !== null && document.activeElement.closest("dialog") === null';
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(presses < 8 ? 'Tab' : 'Shift+Tab');
      expect(await page.evaluate(isOutside)).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus(opener)).toBe(true);
  });
});

/** Presses the tabulator until an element has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    if (await hasFocus(goal)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by keyboard to ${goal}`);
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate(
    (element: { ownerDocument: { activeElement: unknown } }) =>
      element.ownerDocument.activeElement === element,
  );
}
