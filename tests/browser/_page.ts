import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { closeAtEnd } from './_coverage.ts';

export interface DocsPage {
  readonly page: Page;
  /** Errors and warnings on the console, and requests to anywhere but the service. */
  readonly complaints: readonly string[];
  /** The requests to the service, as `POST /users/`. */
  readonly requests: readonly string[];
}

export interface PageOptions extends BrowserContextOptions {
  readonly hash?: string;
}

/** Opens the page of the service at an address for one test, and waits until it is usable. */
export async function openPage(
  browser: Browser,
  address: string,
  options: PageOptions = {},
): Promise<DocsPage> {
  const { hash = '', ...context } = options;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...context });
  await closeAtEnd(page);
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!isRefusal(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith('data:')) return;
    if (url.startsWith(`${address}/`)) requests.push(`${request.method()} ${url.slice(address.length)}`);
    else complaints.push(`${request.method()} ${url}`);
  });
  await page.goto(`${address}/docs${hash}`);
  if (!hash.startsWith('#reference')) await opened(page);
  return { page, complaints, requests };
}

/** The cumulative layout shift that is allowed (https://web.dev/articles/cls). */
export const MAX_SHIFT = 0.02;

/** Observes layout shifts in pages opened from now on; the returned function reads the sum for the current page. */
export async function observeShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  return () => page.evaluate('shift');
}

/** Chromium logs every error status, including those that a test wants. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d /.test(text);
}

/** Waits until a request is shown. */
export async function opened(page: Page): Promise<void> {
  await page.locator('#operation:not(:empty)').waitFor({ state: 'attached' });
}

/** The case of the list with this id. */
export function caseLink(page: Page, id: string): Locator {
  return page.locator(`#list [data-key="${id}"]`);
}

/** The button of the list that shows and hides the cases of an endpoint. */
export function group(page: Page, name: string): Locator {
  return page.locator(`#list [data-key="operation ${name}"]`);
}

/** Chooses a case as a user does, and waits until it is current. */
export async function choose(page: Page, id: string, operation = id.split('/')[0] ?? ''): Promise<void> {
  const button = group(page, operation);
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await caseLink(page, id).click();
  await page.locator(`#list [data-key="${id}"][aria-current]`).waitFor({ state: 'attached' });
}

/** The request that is in the editor. */
export function text(page: Page): Promise<string> {
  return page.locator('#text').inputValue();
}

/** Replaces the request in the editor. */
export async function write(page: Page, request: string): Promise<void> {
  await page.locator('#text').fill(request);
}

/** The decoded address of the page, from the page itself: Playwright learns of a change only later. */
export async function address(page: Page): Promise<string> {
  return decodeURIComponent(await page.evaluate('location.href'));
}

export interface Shown {
  readonly status: number;
  readonly body: string;
}

/** Sends the request in the editor, and reads the answer from the page. */
export async function send(page: Page): Promise<Shown> {
  await page.locator('#announcement').evaluate((place) => place.replaceChildren());
  await page.getByRole('button', { name: 'Send', exact: false }).first().click();
  return answer(page);
}

/** Reads the answer from the page, once there is one. */
export async function answer(page: Page): Promise<Shown> {
  await page.locator('#announcement:not(:empty)').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Body' }).click();
  const status = await page.locator('.status-line strong').textContent();
  const body = (await page.getByRole('tabpanel', { name: 'Body' }).textContent()) ?? '';
  await page.getByRole('tab', { name: 'Detail' }).click();
  return { status: Number(status), body };
}

/** The marked parts of the request, in order of the entries. */
export function marked(page: Page): Promise<string[]> {
  return page.locator('#painted mark').evaluateAll((marks) => {
    const pieces: string[] = [];
    for (const { textContent, dataset } of marks as Mark[]) {
      const at = Number(dataset.entry);
      pieces[at] = (pieces[at] ?? '') + textContent;
    }
    return pieces;
  });
}

interface Mark {
  readonly textContent: string;
  readonly dataset: { readonly entry: string };
}
