import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { requestOf } from '../../src/contract/example.ts';
import { page as pageOf } from '../../src/docs/page.ts';
import { inject } from '../../src/http/inject.ts';
import { contract } from '../../src/practice/app.ts';
import { curlOf } from '../../src/refusals/curl.ts';
import { slug } from '../../src/text/slug.ts';
import { practiceCore, practiceEndpoints } from '../_practice.ts';
import { type Service, startService } from '../_service.ts';
import { type Chromium, launchChromium } from './_chromium.ts';
import { changeCredential, execute, listed, listedPlainly, menuOf, openDocs, unfold } from './_docs-page.ts';
import { serveBehind } from './_prefix.ts';

const rows = practiceEndpoints;
const endpoints = practiceEndpoints.map(([, endpoint]) => endpoint);
const all = endpoints.map(({ method, path }) => `${method} ${path}`);

const app = practiceCore();
const valuesOf = (inputs: readonly { value?: string }[]) => inputs.map(({ value }) => value);

let service: Service;
let chromium: Chromium;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  chromium = await launchChromium();
  browser = chromium.browser;
}, 120_000);

afterAll(async () => {
  await chromium?.close();
  await service?.stop();
});

describe('the documentation page', { timeout: 120_000 }, () => {
  it('loads without an error on the console and without a request to anywhere else', async () => {
    const { page, complaints } = await openDocs(browser, service.origin);
    expect(await page.title()).toBe('Assay');
    expect(complaints).toEqual([]);
  });

  it('lists all fifteen endpoints, each with its sentence', async () => {
    const { page } = await openDocs(browser, service.origin);
    expect((await listed(page)).toSorted()).toEqual(all.toSorted());
    const sentences = await page.locator('.opblock-summary-description').allTextContents();
    expect(sentences.toSorted()).toEqual(endpoints.map(({ summary }) => summary).toSorted());
  });

  it('leads to openapi.json and to the error reference', async () => {
    const { page } = await openDocs(browser, service.origin);
    const links = page.getByRole('navigation').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
    for (const address of addresses) {
      const response = await page.request.get(new URL(address, page.url()).href);
      expect({ address, status: response.status() }).toEqual({ address, status: 200 });
    }
    expect(addresses).toEqual(['./docs', './docs/errors', './openapi.json']);
  });

  it('gets for each example, of which the first is filled in, the answer that is promised', async () => {
    const { page, complaints } = await openDocs(browser, service.origin);
    for (const [name, endpoint] of rows) {
      const operation = await unfold(page, name);
      for (const [at, example] of endpoint.examples.entries()) {
        const { title, status } = example;
        if (at > 0) await menuOf(operation).selectOption(slug(title));
        const answer = await execute(operation);
        expect({ name, title, status: answer.status }).toEqual({ name, title, status });
        if ('mediaType' in endpoint.reply) continue;
        expect(JSON.parse(answer.body)).toEqual(JSON.parse(inject(app, requestOf(endpoint, example)).body));
      }
      await operation.locator('.opblock-summary-control').click();
    }
    expect(complaints).toEqual([]);
  });

  it('fills in what an example has, and nothing of what it does not have', async () => {
    const { page } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'listUsers');
    const values = () => operation.locator('tr[data-param-name] input').evaluateAll(valuesOf);
    expect(await values()).toEqual(['', '', '']);
    await menuOf(operation).selectOption('a-filtered-page');
    expect(await values()).toEqual(['2', '50', 'ada@example.com']);
    await menuOf(operation).selectOption('the-limit-is-out-of-range');
    expect(await values()).toEqual(['', '101', '']);
  });

  it('takes credentials, and takes them back', async () => {
    const { page } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'getData');
    expect(await execute(operation)).toMatchObject({ status: 200 });
    await changeCredential(page, 'ApiKey', '');
    expect(await execute(operation)).toMatchObject({ status: 401 });
    await changeCredential(page, 'Bearer', 'let-me-in');
    const { status, body } = await execute(await unfold(page, 'getProtected'));
    expect(status).toBe(401);
    expect(JSON.parse(body)).toEqual({ detail: 'The bearer token must be a UUID' });
  });

  it('keeps nothing back that it takes to be wrong', async () => {
    const { page } = await openDocs(browser, service.origin);
    const createUser = await unfold(page, 'createUser');
    await createUser.locator('textarea').fill('');
    const empty = await execute(createUser);
    expect(empty.status).toBe(422);
    expect(JSON.parse(empty.body)).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
    await createUser.locator('textarea').fill('{"name": "Ada",}');
    expect(await execute(createUser)).toMatchObject({ status: 400 });
    const search = await unfold(page, 'search');
    await search.getByPlaceholder('page').fill('many');
    expect(await execute(search)).toMatchObject({ status: 422 });
  });

  it('shows a value as it was written, to the last digit', async () => {
    const { page } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'checkPrice');
    await operation.locator('textarea').fill('{"price": -1.50e400}');
    const { status, body } = await execute(operation);
    expect(status).toBe(422);
    expect(body).toContain('"received": -1.50e400');
  });

  it.each([
    { outcome: 'accepted', key: 'a-user' },
    { outcome: 'refused', key: 'three-fields-are-wrong' },
  ])('shows how long a request took that is $outcome, and its curl line', async ({ key }) => {
    const { page } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'createUser');
    await menuOf(operation).selectOption(key);
    await execute(operation);
    const duration = operation.locator('h5', { hasText: 'Request duration' }).locator('+ pre');
    expect(await duration.textContent()).toMatch(/^(?:< 1|\d+) ms$/);
    expect(await operation.locator('.curl').textContent()).toContain(`'${service.origin}/users/'`);
  });

  it('shows what was sent as text, whatever it would be as HTML', async () => {
    const { page, complaints } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'createUser');
    const name = '<img src="x" onerror="document.title=1"><b id="sent">bold</b>';
    const user = { name, email: 'ada@example.com', age: 36 };
    await operation.locator('textarea').fill(JSON.stringify(user));
    const { body } = await execute(operation);
    expect(JSON.parse(body)).toMatchObject(user);
    expect(await page.locator('#sent, img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('opens the endpoint that its address names, and names in its address what is opened', async () => {
    const { page } = await openDocs(browser, service.origin, { fragment: '#/Products/checkPrice' });
    const operation = page.locator('.opblock.is-open', { has: page.locator('.responses-wrapper') });
    expect(await operation.getAttribute('id')).toBe('operations-Products-checkPrice');
    expect(await execute(operation)).toMatchObject({ status: 200 });
    await unfold(page, 'getRoot');
    expect(page.url()).toBe(`${service.origin}/docs#/Service/getRoot`);
  });

  it('works behind a path prefix', async () => {
    const proxy = await serveBehind('/some/prefix', service.origin);
    onTestFinished(proxy.close);
    const { page, complaints } = await openDocs(browser, proxy.address);
    const operation = await unfold(page, 'createUser');
    expect(await execute(operation)).toMatchObject({ status: 201 });
    expect(await operation.locator('.curl').textContent()).toContain(`'${proxy.address}/users/'`);
    await page.getByRole('link', { name: 'Errors' }).click();
    expect(await page.locator('h1').textContent()).toContain('errors');
    expect(complaints).toEqual([]);
  });
});

it('tells in a sentence that its files are missing, and goes on', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'assay-'));
  onTestFinished(() => rm(broken, { recursive: true }));
  await cp('dist/entries', join(broken, 'dist', 'entries'), { recursive: true });
  await symlink(resolve('node_modules'), join(broken, 'node_modules'));
  const lame = await startService({}, [], join(broken, 'dist', 'entries', 'node.js'));
  onTestFinished(() => lame.stop().then(() => {}));
  const [line = ''] = lame.output().split('\n');
  expect(line).toContain('npm run build');
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${lame.origin}/docs`);
  expect(await page.locator('.assay-fault').textContent()).toBe(line);
  expect(await listedPlainly(page)).toHaveLength(15);
  expect((await page.request.get(`${lame.origin}/items/1`)).status()).toBe(200);
  const missing = await page.request.get(`${lame.origin}/docs/page.css`);
  expect([missing.status(), await missing.json()]).toEqual([404, { detail: 'Not Found' }]);
});

describe('the page as a list', { timeout: 120_000 }, () => {
  it.each([
    { without: 'JavaScript', options: { javaScriptEnabled: false } },
    { without: 'Swagger UI', blocked: '**/swagger-ui-bundle*' },
    { without: 'any script', blocked: '**/*.js' },
    { without: 'openapi.json', blocked: '**/openapi.json' },
  ])('has every endpoint and a curl line for it without $without', async ({ options, blocked }) => {
    const context = await browser.newContext(options);
    if (blocked) await context.route(blocked, (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${service.origin}/docs`);
    const lines = endpoints.map((endpoint) =>
      curlOf('http://localhost:8000', requestOf(endpoint, endpoint.examples[0])),
    );
    expect((await listedPlainly(page)).toSorted()).toEqual(all.toSorted());
    const shown = page.locator('.assay-endpoint pre');
    for (const line of await shown.all()) await line.waitFor({ state: 'visible' });
    expect((await shown.allTextContents()).toSorted()).toEqual(lines.toSorted());
  });

  it('shows what an endpoint says of itself as text, whatever it would be as HTML', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const markup = '<b>bold</b> &amp; "quoted"';
    const examples = [{ title: 'Markup', headers: { 'X-Note': markup }, status: 200 }] as const;
    const risky = { ...contract.endpoints.getRoot, summary: markup, examples };
    await page.setContent(
      pageOf({ ...contract, endpoints: { risky }, pages: {} }, { files: [], fault: markup }),
    );
    expect(await page.locator('.assay-endpoint p').textContent()).toBe(markup);
    expect(await page.locator('.assay-fault').textContent()).toBe(markup);
    expect(await page.locator('pre').textContent()).toContain(`-H 'X-Note: ${markup}'`);
    expect(await page.locator('b').count()).toBe(0);
  });
});
