import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { blocksOf } from '../_markdown.ts';
import { practiceCore } from '../_practice.ts';
import { type Chromium, launchChromium } from './_chromium.ts';

/** The plain form of examples/forms, beside one that shows `[object Object]`, in a browser against the real service. */

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};
/** The address of the built client, as the page has it. */
const CLIENT = '/assay/';
const PICTURE = 'docs/images/form.png';
const size = { width: 880, height: 440 };

const { listener: service, connections } = createNodeServer(practiceCore());
const files = createServer(({ url = '' }, response) => {
  const file = url.startsWith(CLIENT)
    ? join('dist/client', url.slice(CLIENT.length))
    : join('examples/forms', url);
  response.setHeader('Content-Type', types[extname(file)] ?? 'text/plain');
  response.end(readFileSync(file, 'utf8').replaceAll('http://localhost:8000', originOf(service)));
});
const originOf = (server: typeof files | typeof service) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let chromium: Chromium;
beforeAll(async () => {
  await Promise.all([service, files].map((each) => once(each.listen(0, '127.0.0.1'), 'listening')));
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium?.close();
  for (const connection of connections) connection.destroy();
  for (const each of [service, files]) each.close();
});

/** Opens the page with both forms. */
async function open(): Promise<Page> {
  const page = await chromium.browser.newPage({ viewport: size });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(120_000);
  await page.goto(`${originOf(files)}/index.html`);
  return page;
}

/** Fills in a form, sends it, and waits for its messages. */
async function send(page: Page, form: string, values: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, value] of Object.entries(values)) await page.fill(`${form} [name=${name}]`, value);

  await page.click(`${form} button`);

  const outputs = page.locator(`${form} output`);
  await outputs.filter({ hasText: /\S/ }).first().waitFor();
  return outputs.allTextContents();
}

const invalid = { name: 'Ada', email: 'ada@', age: '150' };

it('the form shows every message at its field, where others show [object Object]', async () => {
  const page = await open();
  expect(await send(page, '#before', invalid)).toEqual(['Error: [object Object],[object Object]']);
  expect(await send(page, '#after', invalid)).toEqual([
    '',
    'Email: must be a valid email address (there is nothing after the @)',
    'Age: must be between 0 and 120',
    '',
  ]);
  expect(await page.locator('#after [aria-invalid=true]').count()).toBe(2);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
  if (process.env.UPDATE_IMAGES) writeFileSync(PICTURE, picture);
});

it('the form removes its messages once the values are valid', async () => {
  const page = await open();
  await send(page, '#after', invalid);
  const outputs = page.locator('#after output');
  await page.fill('#after [name=email]', 'ada@example.com');
  await page.fill('#after [name=age]', '36');
  await page.click('#after button');
  await outputs.filter({ hasText: 'Created' }).first().waitFor();
  expect(await outputs.allTextContents()).toEqual(['', '', '', 'Created']);
  expect(await page.locator('#after [aria-invalid=true]').count()).toBe(0);
});

it('the screenshot for the docs has the right size', () => {
  const bytes = readFileSync(PICTURE);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size.width, size.height]);
  expect(statSync(PICTURE).size).toBeLessThan(64 * 1024);
});

it.each(['plain.js', 'react.jsx', 'axios.js', 'query.jsx'])('docs/client.md shows %s as it is', (name) => {
  const recipe = readFileSync(join('examples/forms', name), 'utf8');
  const shown = ['js', 'jsx'].flatMap((language) => blocksOf('docs/client.md', language));
  expect(shown.filter((block) => recipe.includes(block.trim()))).toHaveLength(1);
});
