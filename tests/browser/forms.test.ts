import { expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { answerPanel, openEndpoint, requestText, send } from './_page.ts';

/** Bodies that are forms, and credentials that are cookies. */

const login = {
  type: 'object',
  required: ['user', 'age'],
  properties: {
    user: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 18 },
    role: { type: 'string', enum: ['reader', 'writer'] },
  },
};
const photo = {
  type: 'object',
  required: ['title', 'file'],
  properties: {
    title: { type: 'string', minLength: 2 },
    file: { type: 'string', format: 'binary' },
  },
};
const formOf = (summary: string, type: string, schema: object) => ({
  post: {
    summary,
    security: [],
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: { 204: { description: 'Done.' } },
  },
});
const file = writeDocument({
  openapi: '3.1.0',
  info: { title: 'Forms', version: '1' },
  paths: {
    '/login': formOf('Log in', 'application/x-www-form-urlencoded', login),
    '/photos': formOf('Add a photo', 'multipart/form-data', photo),
    '/me': {
      get: { summary: 'Who am I', security: [{ session: [] }], responses: { 204: { description: '' } } },
    },
  },
  components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
});
const docs = serveDocs(() => [file]);

it('a URL-encoded form has a field for each value, and the text follows', async () => {
  const { page } = await docs.open();
  await openEndpoint(page, 'Log in');
  await page.getByLabel('user', { exact: true }).fill('Ada & Co');
  await page.getByLabel('role', { exact: true }).selectOption('writer');
  await page.getByLabel('age', { exact: true }).fill('17');
  await page.locator('.field.wrong', { has: page.getByLabel('age', { exact: true }) }).waitFor();
  expect(await send(page)).toContain('422');
  await page.getByLabel('age', { exact: true }).fill('18');
  expect(await send(page)).toContain('204');
  expect(await requestText(page)).toMatch(/\n\nuser=Ada%20%26%20Co&age=18&role=writer$/);
});

it('a multipart form has them too', async () => {
  const { page } = await docs.open();
  await openEndpoint(page, 'Add a photo');
  expect(await send(page)).toContain('204');
  await page.getByLabel('title', { exact: true }).fill('a');
  await page.locator('.field.wrong', { has: page.getByLabel('title', { exact: true }) }).waitFor();
  expect(await send(page)).toContain('422');
  await page.getByLabel('title', { exact: true }).fill('Lamp');
  expect(await send(page)).toContain('204');
  expect(await requestText(page)).toMatch(/name="title"\n\nLamp\n--/);
  await page.getByRole('button', { name: 'Send all', exact: true }).click();
  await page
    .getByText(/^\d+ sent, all answered as expected$/)
    .first()
    .waitFor();
});

it('of a credential in a cookie it is said that a page can’t send it', async () => {
  const { page, requests } = await docs.open();
  await openEndpoint(page, 'Who am I');
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('sent in the cookie sid, which browsers don’t let pages set').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Browsers don’t let pages set Cookie').first().waitFor();
  expect(requests.filter((each) => each.startsWith('GET /me'))).toEqual([]);
  expect(await answerPanel(page).textContent()).toContain('This request is valid');
  await page.getByRole('button', { name: 'Send all', exact: true }).click();
  await page
    .getByText(/^\d+ sent, all answered as expected$/)
    .first()
    .waitFor();
});
