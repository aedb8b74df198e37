import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { curlOf, requestOf } from '../../src/contract/example.ts';
import { contract } from '../../src/contract/index.ts';
import { page as pageOf } from '../../src/docs/page.ts';
import { type Service, startService } from '../_service.ts';
import { type Chromium, launchChromium } from './_chromium.ts';
import { authorize, execute, listed, openDocs, unfold } from './_docs-page.ts';
import { serveBehind } from './_prefix.ts';

const endpoints: readonly Endpoint[] = Object.values(contract);
const all = endpoints.map(({ method, path }) => `${method} ${path}`);

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
    const { complaints } = await openDocs(browser, service.origin);
    expect(complaints).toEqual([]);
  });

  it('lists all fifteen endpoints', async () => {
    const { page } = await openDocs(browser, service.origin);
    expect((await listed(page)).toSorted()).toEqual(all.toSorted());
  });

  it('sends a request by clicking, and shows the 201 and the body of the answer', async () => {
    const { page, complaints } = await openDocs(browser, service.origin);
    const { status, body } = await execute(await unfold(page, 'createUser'));
    expect(status).toBe(201);
    expect(JSON.parse(body)).toEqual({
      name: 'Ada Lovelace',
      age: 36,
      email: 'ada@example.com',
      website: 'https://example.com',
    });
    expect(complaints).toEqual([]);
  });

  it('shows the 422 of a request that is refused, with everything that is wrong', async () => {
    const { page } = await openDocs(browser, service.origin);
    const operation = await unfold(page, 'createUser');
    await operation.locator('.examples-select-element').first().selectOption('Three fields are wrong');
    const { status, body } = await execute(operation);
    expect(status).toBe(422);
    expect(JSON.parse(body)).toMatchObject({
      detail: [{ loc: ['body', 'email'] }, { loc: ['body', 'age'] }, { loc: ['body', 'website'] }],
    });
  });

  it('has filled in a request that the endpoint accepts, all but the credential, for every endpoint', async () => {
    const { page, complaints } = await openDocs(browser, service.origin);
    await authorize(page, 'Bearer', '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d');
    await authorize(page, 'ApiKey', '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d');
    await authorize(page, 'WebhookSignature', '9f86d081884c7d65');
    for (const [name, { reply }] of Object.entries<Endpoint>(contract)) {
      const { status } = await execute(await unfold(page, name));
      expect({ name, status }).toEqual({ name, status: reply.status });
    }
    expect(complaints).toEqual([]);
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

  it('works behind a path prefix', async () => {
    const proxy = await serveBehind('/some/prefix', service.origin);
    onTestFinished(proxy.close);
    const { page, complaints } = await openDocs(browser, proxy.address);
    const operation = await unfold(page, 'createUser');
    expect(await execute(operation)).toMatchObject({ status: 201 });
    expect(await operation.locator('.curl').textContent()).toContain(`'${proxy.address}/users/'`);
    expect(complaints).toEqual([]);
  });

  it.each([
    { without: 'JavaScript', options: { javaScriptEnabled: false } },
    { without: 'Swagger UI', blocked: '**/swagger-ui*' },
  ])('lists every endpoint and a curl line for it without $without', async ({ options, blocked }) => {
    const context = await browser.newContext(options);
    if (blocked) await context.route(blocked, (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${service.origin}/docs`);
    const lines = endpoints.map((endpoint) =>
      curlOf('http://localhost:8000', requestOf(endpoint, endpoint.examples[0])),
    );
    expect(await listed(page)).toEqual(all);
    expect(await page.locator('pre').allTextContents()).toEqual(lines);
  });

  it('lists what an endpoint says of itself as text, whatever it would be as HTML', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const markup = '<b>bold</b> &amp; "quoted"';
    const examples = [{ title: 'Markup', headers: { 'X-Note': markup }, status: 200 }] as const;
    await page.setContent(pageOf({ risky: { ...contract.getRoot, summary: markup, examples } }));
    expect(await page.locator('.opblock-summary-description').textContent()).toBe(markup);
    expect(await page.locator('pre').textContent()).toContain(`-H 'X-Note: ${markup}'`);
    expect(await page.locator('b').count()).toBe(0);
  });
});
