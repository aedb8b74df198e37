import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { closeAtEnd } from './_coverage.ts';

export interface DocsPage {
  readonly page: Page;
  /** What a page must never do: errors on its console, and requests to anywhere but its service. */
  readonly complaints: readonly string[];
}

/** Opens the page of the service at an address for one test, and waits until Swagger UI has taken the place of the list. */
export async function openDocs(
  browser: Browser,
  address: string,
  options: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<DocsPage> {
  const { fragment = '', ...context } = options;
  const page = await browser.newPage(context);
  await closeAtEnd(page);
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!isRefusal(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${address}/`) && !url.startsWith('data:'))
      complaints.push(`${request.method()} ${url}`);
  });
  await page.goto(`${address}/docs${fragment}`);
  await page.locator('#page .swagger-ui .opblock').first().waitFor();
  return { page, complaints };
}

/** Chromium itself reports every answer that is an error, also where somebody wanted one. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d /.test(text);
}

/** The endpoints that Swagger UI lists, as `POST /users/`. */
export function listed(page: Page): Promise<string[]> {
  return namesIn(page, '.opblock-summary', '.opblock-summary-method', '.opblock-summary-path');
}

/** The endpoints that the page lists without Swagger UI. */
export function listedPlainly(page: Page): Promise<string[]> {
  return namesIn(page, '.assay-endpoint', '.assay-method', '.assay-path');
}

async function namesIn(page: Page, row: string, method: string, path: string): Promise<string[]> {
  const rows = await page.locator(row).all();
  return Promise.all(
    rows.map(
      async (each) => `${await each.locator(method).textContent()} ${await each.locator(path).textContent()}`,
    ),
  );
}

/** Unfolds an endpoint, and waits until the page has filled in its first example. */
export async function unfold(page: Page, name: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${name}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.responses-wrapper').waitFor();
  return operation;
}

/** The menu that fills an example into the whole request. */
export function menuOf(operation: Locator): Locator {
  return operation.getByLabel('Example request');
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends the request of an endpoint, and reads the answer off the page, from which the last one is cleared first. */
export async function execute(operation: Locator): Promise<Answer> {
  const clear = operation.getByRole('button', { name: 'Clear' });
  if (await clear.isVisible()) await clear.click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  return answerOn(operation);
}

export async function answerOn(operation: Locator): Promise<Answer> {
  const answer = operation.locator('.live-responses-table .response');
  return {
    status: Number(await answer.locator('.response-col_status').textContent()),
    body: (await answer.locator('.highlight-code code').textContent()) ?? '',
  };
}

/** Opens the dialog for credentials, and gives another one; an empty one is none. */
export async function changeCredential(page: Page, scheme: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credentials' });
  await dialog.getByLabel(scheme).fill(value);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
}
