import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeAtEnd } from './_coverage.ts';
import { serveDocs } from './_docs.ts';
import { address, answer, caseLink, choose, group, openPage, send, text, write } from './_page.ts';
import { startProxy } from './_proxy.ts';

/** Rare cases at /docs: missing browser features, long texts, going back, other hosts. */

const docs = serveDocs();

/** Reloads a page with a script that disables a feature of the browser. */
async function disable(page: Page, script: string): Promise<void> {
  await page.addInitScript(script);
  await page.reload();
  await page.locator('.status-line').waitFor({ state: 'attached' });
}

const CLOSED_CLIPBOARD = `Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError')) },
})`;

const CLOSED_STORAGE = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException('No', 'SecurityError'); } })`;

describe('a browser', () => {
  it.each(['copy', 'copy-link'])('without a clipboard shows the text to copy: %s', async (id) => {
    const { page } = await docs.open();
    await disable(page, CLOSED_CLIPBOARD);
    await page.locator(`#${id}`).click();
    await page.getByText('The browser doesn’t allow copying here').waitFor();
    expect(await page.locator('#answer-content pre').last().textContent()).toContain(docs.origin);
    expect(await page.locator(`#${id}`).textContent()).not.toBe('Copied');
  });

  it('without storage is enough', async () => {
    const { page, complaints } = await docs.open();
    await disable(page, CLOSED_STORAGE);
    await choose(page, 'createUser/body.age/less_than_equal');
    expect(await answer(page)).toMatchObject({ status: 422 });
    expect(complaints).toEqual([]);
  });

  it('without timings shows that the answer was not measured', async () => {
    const { page } = await docs.open();
    await disable(page, 'performance.getEntriesByName = () => []');
    expect(await send(page)).toMatchObject({ status: 422 });
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByText('The browser has not measured this reply.').waitFor();
    expect(await page.locator('.status-line').textContent()).not.toContain('ms');
  });

  it('that refuses to send a request has its error shown', async () => {
    const { page } = await docs.open();
    await page.evaluate(`window.fetch = () => Promise.reject(new TypeError('This port is blocked.'))`);
    await page.locator('#send').click();
    await page.getByText('This port is blocked.').first().waitFor();
  });

  it('on a Mac sends with Command and Enter', async () => {
    const { page } = await docs.open({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });
    expect(await page.locator('#send').textContent()).toBe('Send ⌘ Enter');
    await page.locator('#text').press('Meta+Enter');
    expect(await answer(page)).toMatchObject({ status: 422 });
  });
});

describe('a body', () => {
  it('that is very long is shown and sent', async () => {
    const { page } = await docs.open();
    const name = 'Ada '.repeat(8_000).trim();
    const body = JSON.stringify({ name, email: 'ada@example.com', age: 36 });
    await write(page, `POST /users/\nContent-Type: application/json\n\n${body}`);
    expect(await page.locator('#painted').textContent()).toContain(name);
    const shown = await send(page);
    expect(shown.status).toBe(201);
    expect(JSON.parse(shown.body).name).toBe(name);
    // A card shows only an excerpt.
    expect((await page.locator('.card').textContent())?.length).toBeLessThan(500);
  });

  it('that is not text is sent byte for byte, until it is changed', async () => {
    const { page } = await docs.open({ hash: '#createUser/body/not_utf8' });
    expect(await page.locator('#notes').textContent()).toContain('The body is not text');
    expect((await send(page)).body).toContain('UTF-8');
    await write(page, `${await text(page)} `);
    expect((await send(page)).body).not.toContain('UTF-8');
  });

  it('of a reply that is not JSON is shown as text', async () => {
    const { page } = await docs.open();
    await page.route('**/users/', (route) => route.fulfill({ status: 502, body: 'Bad\ngateway' }));
    expect(await send(page)).toEqual({ status: 502, body: 'Bad\ngateway' });
    expect(await page.locator('.card .message').textContent()).toBe('Bad\ngateway');
  });

  it('of a reply may be missing, of which Chromium alone makes an empty one', async () => {
    const { page } = await docs.open();
    await page.evaluate('window.fetch = () => Promise.resolve(new Response(null, { status: 204 }))');
    expect((await send(page)).status).toBe(204);
    await page.getByText('The reply has no body.').waitFor();
  });
});

describe('an entry of a reply', () => {
  it('selects nothing when its place is not in the request', async () => {
    const { page, complaints } = await docs.open();
    const body = JSON.stringify({ detail: [{ loc: ['elsewhere', 'a'], msg: 'No', type: 'x' }] });
    await page.route('**/users/', (route) => route.fulfill({ status: 422, body }));
    await send(page);
    await page.getByRole('button', { name: 'Show elsewhere.a in the request' }).click();
    expect(await page.locator('#text').evaluate((area) => area.matches(':focus'))).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('is shown and hidden by the arrow keys of the tabs', async () => {
    const { page } = await docs.open();
    await send(page);
    await page.getByRole('tab', { name: 'Detail' }).press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Time');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Detail');
  });
});

it('an error names the part that a page lacks', async () => {
  const page = await docs.browser.newPage();
  await closeAtEnd(page);
  await page.route('**/docs', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="search"', '') });
  });
  const failed = page.waitForEvent('pageerror');
  await page.goto(`${docs.origin}/docs`);
  expect((await failed).message).toBe('The page has no search');
});

describe('the list of refusals', () => {
  it('is not needed to send a request', async () => {
    const page = await docs.browser.newPage();
    await closeAtEnd(page);
    await page.route('**/cases.json*', (route) => route.abort());
    await page.addInitScript(CLOSED_CLIPBOARD);
    await page.goto(`${docs.origin}/docs`);
    await page.getByText('The refusals can’t be loaded').first().waitFor();
    await write(page, 'GET /no-such-path');
    expect(await send(page)).toMatchObject({ status: 404 });
    expect(await address(page)).toBe(`${docs.origin}/docs`);
    await page.locator('#copy-link').click();
    await page.getByText('The browser doesn’t allow copying here').waitFor();
    expect(await page.locator('#answer-content pre').last().textContent()).toBe(`${docs.origin}/docs`);
    await page.locator('#reset').click();
    expect(await text(page)).toBe('');
  });

  it('does not replace a newer choice when it comes late', async () => {
    const { page } = await docs.open();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/cases.json?operation=search', (route) => released.then(() => route.continue()));
    await group(page, 'search').click();
    await caseLink(page, 'search/query.query/missing').click();
    await choose(page, 'listUsers/query.page/int_parsing');
    await answer(page);
    const late = page.waitForResponse('**/cases.json?operation=search');
    release();
    await (await late).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.locator('#operation').textContent()).toContain('GET /users/');
  });

  it('can be loaded again after an error', async () => {
    const { page } = await docs.open();
    await page.route('**/cases.json*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await group(page, 'search').click();
    await page.locator('#list [data-key="search/query.query/missing"]').click();
    await page.getByText('The refusals can’t be loaded').first().waitFor();
    await page.unroute('**/cases.json*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.status-line', { hasText: '422' }).waitFor();
  });

  it('returns to the first request on going back', async () => {
    const { page } = await docs.open();
    const first = await text(page);
    await choose(page, 'listUsers/query.page/int_parsing');
    await answer(page);
    await page.goBack();
    await page.locator('#operation', { hasText: 'POST /users/' }).waitFor();
    expect(await text(page)).toBe(first);
    expect(await address(page)).toBe(`${docs.origin}/docs`);
  });
});

describe('behind a proxy that sends another Host', () => {
  it('command lines have the address that the browser shows', async () => {
    const proxy = await startProxy('/some/prefix', docs.origin, { host: 'inside.example' });
    onTestFinished(proxy.close);
    const { page } = await openPage(docs.browser, proxy.address, { hash: '#reference' });
    const line = await page.locator('article[id="search/"] .cases pre').first().textContent();
    expect(line).toContain(`curl '${proxy.address}/search/`);
  });

  it('command lines without scripts have the Host that the service received', async () => {
    const proxy = await startProxy('/some/prefix', docs.origin, { host: 'inside.example' });
    onTestFinished(proxy.close);
    const body = await (await fetch(`${proxy.address}/docs`)).text();
    expect(body).toContain('curl &#39;http://inside.example/search/');
  });
});

describe('the contents on a phone', () => {
  const viewport = { width: 360, height: 740 };

  it.each([
    ['docs#reference', 'GET /search/', 'article[id="search/"]'],
    ['docs/errors', '415 Unsupported Media Type', '#status-415'],
  ])('of /%s link to its parts', async (path, name, part) => {
    const { page } = await docs.open({ viewport, hash: '#reference' });
    await page.goto(`${docs.origin}/${path}`);
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name, exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByText('Contents', { exact: true }).click();
    await link.click();
    expect((await page.locator(part).boundingBox())?.y).toBeLessThan(200);
    expect(await page.locator('#text').isVisible()).toBe(false);
  });

  it('work without scripts', async () => {
    const page = await docs.browser.newPage({ viewport, javaScriptEnabled: false });
    onTestFinished(() => page.close());
    await page.goto(`${docs.origin}/docs`);
    await page.getByText('Contents', { exact: true }).click();
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: 'GET /search/' })
      .click();
    expect((await page.locator('article[id="search/"]').boundingBox())?.y).toBeLessThan(200);
  });
});
