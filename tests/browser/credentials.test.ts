import { expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { address, openEndpoint, requestText, send, title, write } from './_page.ts';

/** Credentials: entered once, kept for the tab, sent where they are needed, and shown nowhere. */

const file = writeDocument();
const docs = serveDocs(() => [file]);
const SECRET = 'hunter2-very-secret';

type Opened = Awaited<ReturnType<typeof docs.open>>;

async function authorize({ page }: Opened): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('dialog').getByLabel('key', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Authorized' }).waitFor();
}

/** The headers of the next request that the page sends to the endpoint. */
async function sentHeaders({ page }: Opened): Promise<Record<string, string>> {
  const [request] = await Promise.all([page.waitForRequest(/\/lamps/), send(page)]);
  return request.headers();
}

it('a credential is sent with each request that needs it, and shown as dots', async () => {
  const opened = await docs.open({ hash: '#registerLamp/' });
  const { page } = opened;
  expect((await sentHeaders(opened))['x-api-key']).not.toBe(SECRET);
  await authorize(opened);
  expect(await requestText(page)).toContain('X-API-Key: ••••••••');
  expect((await sentHeaders(opened))['x-api-key']).toBe(SECRET);
  await openEndpoint(page, 'List rooms');
  expect(await requestText(page)).toContain('X-API-Key: ••••••••');
  await openEndpoint(page, 'List lamps');
  expect(await requestText(page)).not.toContain('X-API-Key');
  await page.reload();
  await openEndpoint(page, 'Register a lamp');
  expect((await sentHeaders(opened))['x-api-key']).toBe(SECRET);
  expect(await page.content()).not.toContain(SECRET);
});

it('a credential is neither in the address nor in the title, the history and links', async () => {
  const opened = await docs.open({ hash: '#registerLamp/' });
  const { page } = opened;
  await authorize(opened);
  await write(page, `${await requestText(page)}\n`);
  await send(page);
  await expect.poll(() => address(page)).toContain('?POST');
  for (const place of [
    await address(page),
    await page.title(),
    await page.evaluate<string>('sessionStorage.getItem("assay history")'),
  ])
    expect(place).not.toContain(SECRET);
});

it('a secret that is typed into the request is not in the address, and has to be entered anew from a link', async () => {
  const { page } = await docs.open({ hash: '#registerLamp/' });
  await write(
    page,
    `POST /lamps\nContent-Type: application/json\nX-API-Key: ${SECRET}\n\n{"name": "a", "watt": 1, "secret": "${SECRET}"}`,
  );
  await expect.poll(() => address(page)).toContain('"secret": "••••••••"');
  expect(await address(page)).not.toContain(SECRET);
  const hash = await page.evaluate<string>('location.hash');
  const { page: other } = await docs.open({ hash });
  await other.getByText('The credential of this request is not in its link').waitFor();
});

it('a user name and a password are sent as HTTP Basic, and one button forgets them', async () => {
  const { page } = await docs.open({ hash: '#changeSettings/' });
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await dialog.getByLabel('basic: user name').fill('ada');
  await dialog.getByLabel('basic: password').fill(SECRET);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const [request] = await Promise.all([page.waitForRequest(/settings/), send(page)]);
  expect(request.headers().authorization).toBe(`Basic ${btoa(`ada:${SECRET}`)}`);
  await page.getByRole('button', { name: 'Authorized' }).click();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('button', { name: 'Authorize', exact: true }).waitFor();
  expect(await page.evaluate('sessionStorage.getItem("assay credentials")')).toBe('{}');
  expect(await requestText(page)).not.toContain('•');
});

it('a credential takes the place of a made-up one for another way to be authorized', async () => {
  const opened = await docs.open({ hash: '#changeSettings/' });
  const { page } = opened;
  expect(await requestText(page)).toContain('Authorization: Basic ');
  await authorize(opened);
  expect(await requestText(page)).toContain('X-API-Key: ••••••••');
  expect(await requestText(page)).not.toContain('Authorization');
});

it('a credential is used in the request that is shown: that of an error, or a changed one', async () => {
  const opened = await docs.open({ hash: '#registerLamp/body.watt/less_than_equal' });
  const { page } = opened;
  await title(page).getByText('watt').waitFor();
  await authorize(opened);
  expect(await requestText(page)).toContain('X-API-Key: ••••••••');
  await write(page, 'POST /lamps\nContent-Type: application/json\nX-API-Key: other\n\n{"name": "a"}');
  await authorize(opened);
  expect(await requestText(page)).toMatch(/X-API-Key: ••••••••\n\n\{"name": "a"\}$/);
});

it('an error about the credential is sent as it is', async () => {
  const opened = await docs.open({ hash: '#registerLamp/' });
  const { page } = opened;
  await authorize(opened);
  await page.getByLabel('Kind', { exact: true }).selectOption('401');
  await page.locator('.errors-list section').getByRole('button').first().click();
  expect(await send(page)).toContain('401');
});
