import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CaseData } from '../../src/page/browser/case.ts';
import { violations } from './_axe.ts';
import { serveDocs } from './_docs.ts';
import { answer, caseLink, choose, group, MAX_SHIFT, observeShift } from './_page.ts';

/** The page of a contract with many endpoints. */

const COUNT = 80;
const names = Array.from({ length: COUNT }, (_, at) => `lamp${at}`);
const reply = { description: 'A lamp.' };
const get = (name: string) => ({
  operationId: `get-${name}`,
  tags: [name.slice(0, 5)],
  summary: 'Finds a lamp.',
  parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
  responses: { 200: reply },
});
const post = (name: string) => ({
  operationId: `post-${name}`,
  tags: [name.slice(0, 5)],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['watts', 'colour'],
          properties: { watts: { type: 'integer' }, colour: { type: 'string', maxLength: 5 } },
        },
      },
    },
  },
  responses: { 201: reply },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: get(name), post: post(name) }])),
};

const folder = mkdtempSync(join(tmpdir(), 'large-'));
const file = join(folder, 'lamps.json');
writeFileSync(file, JSON.stringify(document));
afterAll(() => rmSync(folder, { recursive: true }));

const docs = serveDocs(() => [file]);
let cases: readonly CaseData[];

beforeAll(async () => {
  const response = await fetch(`${docs.origin}/docs/cases.json`);
  cases = JSON.parse(await response.text());
});

/** Sorts the list by status or by type, and waits until all is counted. */
async function listBy(page: Page, order: string): Promise<void> {
  await page.locator(`[data-order="${order}"]`).click();
  await counted(page);
}

async function counted(page: Page): Promise<void> {
  await page.locator('#list > .quiet').waitFor({ state: 'detached' });
  await page.locator('#list .group').first().waitFor();
}

/** The headings of the list, and the number of refusals that each shows. */
function headings(page: Page): Promise<[string, number][]> {
  return page.evaluate(`[...document.querySelectorAll('#list > .part > .group')].map(
    (header) => [header.firstElementChild.textContent, Number(header.lastElementChild.textContent)])`);
}

/** The expected number of cases under each heading. */
function numbersOf(namesOf: (each: CaseData) => readonly string[]): [string, number][] {
  const numbers = new Map<string, number>();
  for (const each of cases.filter(({ kind }) => kind !== 'accepted'))
    for (const name of new Set(namesOf(each))) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return [...numbers].sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('the list', () => {
  it('has every endpoint, and a group for refusals of none', async () => {
    const { page, complaints } = await docs.open();
    expect(await page.locator('#list .group').count()).toBe(2 * COUNT + 1);
    expect(await page.locator('#operation').textContent()).toBe('POST /lamp0');
    expect(await page.locator('#request-title').textContent()).toBe('watts and colour are wrong at once');
    await choose(page, 'get-lamp79/query.page/int_parsing', 'get-lamp79');
    expect(await answer(page)).toMatchObject({ status: 422 });
    await group(page, '').click();
    await caseLink(page, 'path/not_found').click();
    await page.locator('.status-line', { hasText: '404' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('counts every refusal by status, and links to it', async () => {
    const { page } = await docs.open();
    await listBy(page, 'status');
    const found = (await headings(page)).map(([name, count]) => [name.slice(0, 3), count]);
    expect(found).toEqual(numbersOf(({ expected }) => [String(expected.status)]));
    await page.locator('[data-key="status 422 Unprocessable Content"]').click();
    expect(await page.locator('#list .part .part').count()).toBe(2 * COUNT);
    await page.locator('[data-key="status 422 Unprocessable Content post-lamp7"]').click();
    await caseLink(page, 'post-lamp7/body.watts/missing').click();
    await page.locator('#operation', { hasText: 'POST /lamp7' }).waitFor();
    expect(await answer(page)).toMatchObject({ status: 422 });
    expect(await violations(page)).toEqual([]);
  });

  it('counts every refusal by type', async () => {
    const { page } = await docs.open();
    await listBy(page, 'type');
    const typesOf = ({ expected: { entries } }: CaseData) =>
      entries?.map(({ type }) => type) ?? ['(no entries)'];
    expect(await headings(page)).toEqual(numbersOf(typesOf));
    await page.getByLabel('Search endpoints and refusals').fill('lamp12 body.colour string_too_long');
    expect((await headings(page)).map(([name]) => name)).toEqual(['string_too_long']);
  });

  it('finds refusals of endpoints that were never opened', async () => {
    const { page } = await docs.open();
    await page.getByLabel('Search endpoints and refusals').fill('query.page lamp7 int_parsing');
    await counted(page);
    const found = await page.locator('#list .group').allTextContents();
    const ends = ['', ...Array.from({ length: 10 }, (_, digit) => digit)];
    expect(found).toHaveLength(ends.length);
    for (const [at, end] of ends.entries()) expect(found[at]).toMatch(new RegExp(`^GET /lamp7${end} 2$`));
    await group(page, 'get-lamp7').click();
    await caseLink(page, 'get-lamp7/query.page/int_parsing').click();
    expect(await answer(page)).toMatchObject({ status: 422 });
  });

  it('keeps unchanged elements when it is rendered again', async () => {
    const { page } = await docs.open();
    await page.evaluate(`for (const part of document.querySelectorAll('#list .part')) part.isOld = true`);
    await group(page, 'get-lamp3').click();
    await caseLink(page, 'get-lamp3/query.page/int_parsing').click();
    await page.getByLabel('Search endpoints and refusals').fill('lamp3');
    await page.getByLabel('Search endpoints and refusals').fill('');
    const kept = `[...document.querySelectorAll('#list .part')].filter(({ isOld }) => isOld).length`;
    expect(await page.evaluate(kept)).toBe(2 * COUNT + 1);
  });

  it('says that the refusals can’t be loaded, and can try again', async () => {
    const { page } = await docs.open();
    await page.route('**/cases.json*', (route) => route.abort());
    await group(page, 'get-lamp3').click();
    await page.locator('#list > .quiet', { hasText: 'The refusals can’t be loaded' }).waitFor();
    expect(await group(page, 'get-lamp3').getAttribute('aria-expanded')).toBe('false');
    await page.locator('[data-order="status"]').click();
    await page.locator('#list > .quiet', { hasText: 'The refusals can’t be loaded' }).waitFor();
    await page.unroute('**/cases.json*');
    await listBy(page, 'type');
    expect((await headings(page)).length).toBeGreaterThan(3);
    await listBy(page, 'endpoint');
    await group(page, 'get-lamp3').click();
    await caseLink(page, 'get-lamp3/query.page/int_parsing').waitFor();
  });
});

describe('the counts of refusals', () => {
  const counts = '**/cases.json?view=counts';

  it('are reported as missing after an error', async () => {
    const { page } = await docs.open();
    await page.route(counts, (route) => route.fulfill({ status: 503, body: '[]' }));
    await page.locator('[data-order="status"]').click();
    await page.locator('#list > .quiet', { hasText: 'The refusals can’t be loaded' }).waitFor();
  });

  it('are ignored for an endpoint that the page does not know', async () => {
    const { page } = await docs.open();
    const lines = ['get-lamp0', 'newer'].map((operation) =>
      JSON.stringify({ operation, counts: [[422, 'body', '', 3]] }),
    );
    await page.route(counts, (route) => route.fulfill({ body: `[\n${lines.join(',\n')}\n]\n` }));
    await listBy(page, 'status');
    expect(await headings(page)).toEqual([['422 Unprocessable Content', 3]]);
  });
});

it('the layout does not shift while the page loads', async () => {
  const page = await docs.browser.newPage();
  onTestFinished(() => page.close());
  const shift = await observeShift(page);
  await page.goto(`${docs.origin}/docs`);
  await page.locator('.status-line').waitFor();
  expect(await shift()).toBeLessThan(MAX_SHIFT);
});

it('the reference links to the page of each endpoint', async () => {
  const { page } = await docs.open({ hash: '#reference' });
  const article = page.locator('article[id="get-lamp3/"]');
  await article.getByRole('link', { name: 'What it takes, replies and refuses' }).click();
  await page.getByRole('heading', { name: 'What it refuses' }).waitFor();
  expect(await page.locator('.cases > li').count()).toBe(
    cases.filter(({ operation }) => operation === 'get-lamp3').length,
  );
  expect(await violations(page)).toEqual([]);
});
