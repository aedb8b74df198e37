import { expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { ownService } from './_own-service.ts';
import { answerPanel, send } from './_page.ts';

/** Requests to a service of one's own, whose replies are held against the expected ones. */

const keys = new Set<string | string[] | undefined>();
const origin = await ownService(({ method, headers }, response) => {
  if (method === 'POST') keys.add(headers['x-api-key']);
  response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"mine":true}');
});

const file = writeDocument();
const docs = serveDocs(() => [file, '--try', origin]);

it('a request goes to that service, and the expected reply stays beside the true one', async () => {
  const { page } = await docs.open({ hash: '#registerLamp/' });
  expect(await send(page)).toContain('201');
  expect(await page.getByRole('region', { name: 'Body', exact: true }).textContent()).toContain('"mine"');
  await page.getByLabel('watt', { exact: true }).fill('900');
  await page.locator('.field.wrong').waitFor();
  await send(page);
  await answerPanel(page).getByText('Not as expected: expected 422').waitFor();
  expect(await page.getByRole('region', { name: 'Expected body' }).textContent()).toContain('200');
  await page.getByRole('button', { name: 'Send all', exact: true }).click();
  await page
    .getByText(/answered differently$/)
    .first()
    .waitFor();
  await page.getByLabel('Send to').selectOption('service');
  expect(await send(page)).toContain('422');
});

it('a run sends the credentials of the tab, except where they are what is wrong', async () => {
  const { page } = await docs.open({ hash: '#registerLamp/' });
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('dialog').getByLabel('key', { exact: true }).fill('my-own-key');
  await page.getByRole('button', { name: 'Save' }).click();
  keys.clear();
  await page.getByRole('button', { name: 'Send all', exact: true }).click();
  await page
    .getByText(/answered differently$/)
    .first()
    .waitFor();
  expect([...keys].sort()).toEqual(['my-own-key', undefined]);
});

it('no other address may be reached', async () => {
  const policy = (await fetch(`${docs.origin}/docs`)).headers.get('content-security-policy');
  expect(policy).toContain(`connect-src 'self' ${origin};`);
});
