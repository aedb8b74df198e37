import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { ownService } from './_own-service.ts';
import { openEndpoint, requestText, send } from './_page.ts';

/** Files that are chosen for a form, or as a body. */

const binary = { type: 'string', format: 'binary' };
const operation = (summary: string, content: object) => ({
  summary,
  requestBody: { required: true, content },
  responses: { 204: { description: 'Done.' } },
});
const form = {
  type: 'object',
  required: ['title', 'file'],
  properties: { title: { type: 'string' }, file: binary, more: { type: 'array', items: binary } },
};
const document = writeDocument({
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/photos': { post: operation('Add a photo', { 'multipart/form-data': { schema: form } }) },
    '/picture': { put: operation('Put a picture', { 'image/*': {} }) },
  },
});

/** A service that keeps what it was sent last. */
let received = '';
const origin = await ownService(async (request, response) => {
  received = (await buffer(request)).toString('latin1');
  response.writeHead(204).end();
});
const docs = serveDocs(() => [document, '--try', origin]);

async function open(summary: string) {
  const opened = await docs.open();
  await openEndpoint(opened.page, summary);
  return opened;
}

async function sent(page: Page): Promise<string> {
  expect(await send(page)).toContain('204');
  return received;
}

/** The names of the files that a field shows. */
const shownIn = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate(({ files }: { files: Iterable<{ name: string }> }) => Array.from(files, ({ name }) => name));

async function textOf(page: Page): Promise<string> {
  const text = await requestText(page);
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  return text;
}

const scan = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF \xff', 'latin1') };
const unknown = (name: string) => ({ name, mimeType: '', buffer: Buffer.from(name) });

it('a field of a form takes a file, which is named in the text and sent', async () => {
  const { page, complaints } = await open('Add a photo');
  await page.getByText('Until you choose one, sample content is sent.').waitFor();
  await page.getByLabel('file', { exact: true }).setInputFiles(scan);
  expect(await sent(page)).toContain(
    'name="file"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF \xff\r\n--',
  );
  expect(await page.getByText('sample content').count()).toBe(0);
  expect(await textOf(page)).toContain('\n\n‹content of scan.pdf, 6 bytes›\n--');
  expect(await shownIn(page, 'file')).toEqual(['scan.pdf']);
  await page.getByRole('button', { name: 'Reset' }).click();
  expect(await shownIn(page, 'file')).toEqual([]);
  expect(complaints).toEqual([`POST ${origin}/photos`]);
});

it('a list of files takes several, or none', async () => {
  const { page } = await open('Add a photo');
  const more = page.getByLabel('more', { exact: true });
  await more.setInputFiles([unknown('a'), unknown('b"c')]);
  const part = (name: string, content: string) =>
    `name="more"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--`;
  const body = await sent(page);
  expect(body).toContain(part('a', 'a'));
  expect(body).toContain(part('b%22c', 'b"c'));
  expect(await shownIn(page, 'more')).toEqual(['a', 'b"c']);
  await more.setInputFiles([]);
  expect(await textOf(page)).not.toContain('name="more"');
});

it('a body is a file of its own', async () => {
  const { page } = await open('Put a picture');
  const input = page.getByLabel('file', { exact: true });
  await input.setInputFiles(scan);
  expect(await sent(page)).toBe('%PDF \xff');
  expect(await textOf(page)).toMatch(/\nContent-Type: application\/pdf\n\n‹content of scan.pdf, 6 bytes›$/);
  await input.setInputFiles([]);
  expect(await textOf(page)).toBe('PUT /picture\nContent-Type: application/pdf');
  await input.setInputFiles(unknown('b'));
  expect(await textOf(page)).toMatch(/\nContent-Type: application\/pdf\n\n‹content of b, 1 bytes›$/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await input.setInputFiles('LICENSE');
  expect(await textOf(page)).toContain('\nContent-Type: application/octet-stream\n');
});

it('a link has only the name of a file, which has to be chosen again', async () => {
  const { page } = await open('Put a picture');
  await page.getByLabel('file', { exact: true }).setInputFiles(scan);
  await page.waitForURL(/scan\.pdf/);
  await page.reload();
  await page.getByText('Choose the file scan.pdf again: a link or the history has only its name.').waitFor();
  await page.getByLabel('file', { exact: true }).setInputFiles(scan);
  expect(await sent(page)).toBe('%PDF \xff');
});
