import type { Browser, Locator, Page } from 'playwright-core';

export interface DocsPage {
  readonly page: Page;
  /** What a page must never do: errors on its console, and requests to anywhere but its service. */
  readonly complaints: readonly string[];
}

/** Opens the page of the service at an address, and waits until Swagger UI has taken the place of the list. */
export async function openDocs(browser: Browser, address: string): Promise<DocsPage> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`)) complaints.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(`${address}/docs`);
  await page.locator('#page .swagger-ui .opblock').first().waitFor();
  return { page, complaints };
}

/** The endpoints that the page lists, as `POST /users/`. */
export async function listed(page: Page): Promise<string[]> {
  const rows = await page.locator('.opblock-summary').all();
  return Promise.all(
    rows.map(async (row) => {
      const method = await row.locator('.opblock-summary-method').textContent();
      const path = await row.locator('.opblock-summary-path').textContent();
      return `${method} ${path?.replaceAll('\u200b', '')}`;
    }),
  );
}

/** Unfolds an endpoint. The page has filled in its first example. */
export async function unfold(page: Page, name: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${name}"]`);
  await operation.locator('.opblock-summary-control').click();
  return operation;
}

/** Sends the request of an endpoint, and reads the answer off the page. */
export async function execute(operation: Locator): Promise<{ status: number; body: string }> {
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response');
  return {
    status: Number(await answer.locator('.response-col_status').textContent()),
    body: (await answer.locator('.highlight-code code').textContent()) ?? '',
  };
}

/** Gives a credential, as the dialog asks for it. */
export async function authorize(page: Page, scheme: string, value: string): Promise<void> {
  await page.locator('.auth-wrapper > .authorize').click();
  const dialog = page.locator('.dialog-ux');
  const entry = dialog.locator('.auth-container', { has: page.locator(`h4 code:text-is("${scheme}")`) });
  await entry.getByRole('textbox').fill(value);
  await entry.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.locator('.close-modal').click();
}
