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
    if (!isErrorStatus(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith('data:')) return;
    if (url.startsWith(`${address}/`)) requests.push(`${request.method()} ${url.slice(address.length)}`);
    else complaints.push(`${request.method()} ${url}`);
  });
  await page.goto(`${address}/docs${hash}`);
  await opened(page);
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
function isErrorStatus(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d /.test(text);
}

/** Waits until an endpoint is shown, with its errors. */
export async function opened(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).first().waitFor();
  await page
    .getByLabel('Filter', { exact: true })
    .or(page.getByText('can’t be loaded'))
    .or(page.getByText('Nothing is refused'))
    .first()
    .waitFor();
}

/** Opens an endpoint by its summary in the list. */
export async function openEndpoint(page: Page, summary: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Endpoints' })
    .getByRole('link', { name: summary })
    .first()
    .click();
  await page.getByRole('heading', { name: summary, level: 3 }).first().waitFor();
  await opened(page);
}

/** The title of the request. */
export function title(page: Page): Locator {
  return page.locator('.panel.request').getByRole('heading', { level: 4 });
}

/** The panel of the answer. */
export function answerPanel(page: Page): Locator {
  return page.getByRole('region', { name: /^(?:Expected r|R)esponse$/ });
}

/** The text of the whole request. */
export async function requestText(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  return page.getByLabel('Request as text').inputValue();
}

/** Replaces the text of the request. */
export async function write(page: Page, request: string): Promise<void> {
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByLabel('Request as text').fill(request);
}

/** Presses Send, and waits for the answer; returns its status line. */
export async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  return answer(page);
}

/** The status line of the answer, once there is one. */
export async function answer(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Response', exact: true });
  await panel.and(page.locator('[aria-busy="false"]')).waitFor();
  return (await panel.locator('.status-line').first().textContent()) ?? '';
}

/** The decoded address of the page, from the page itself: Playwright learns of a change only later. */
export async function address(page: Page): Promise<string> {
  return decodeURIComponent(await page.evaluate('location.href'));
}
