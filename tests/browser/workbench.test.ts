import { describe, expect, it, onTestFinished } from 'vitest';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app as practice } from '../../src/practice/app.ts';
import { practiceEndpoints } from '../_practice.ts';
import { serveDocs } from './_docs.ts';
import {
  address,
  answer,
  caseLink,
  choose,
  group,
  marked,
  opened,
  openPage,
  send,
  text,
  write,
} from './_page.ts';
import { startProxy } from './_proxy.ts';

/** The workbench at /docs: choosing, changing and sending requests, links, history and copying. */

const cases = [...casesOf(subjectOf(practice[hosting]))];

/** Requests that are refused for their length, and do not fit on a screen. */
const tooLong = new Set(['target/too_long', 'headers/too_many', 'headers/too_large']);

/** The parts of the page that overflow; a title may be cut. */
const SCROLLED = `[...document.querySelectorAll('html, main, #workbench, #workbench :not(.unseen, h2)')]
  .filter((part) => part.clientHeight > 0 && part.scrollHeight > part.clientHeight + 1)
  .filter((part) => part === document.documentElement || getComputedStyle(part).overflowY !== 'visible')
  .map(({ id, className }) => id || className)`;

const docs = serveDocs();

it('the navigation marks the current view', async () => {
  const { page } = await docs.open();
  const current = () => page.locator('.bar [aria-current]').allTextContents();
  expect(await current()).toEqual(['Refusals']);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await page.getByRole('heading', { name: 'Reference', exact: true }).waitFor();
  expect(await current()).toEqual(['Reference']);
});

describe('the list', () => {
  it('has every endpoint', async () => {
    const { page, complaints } = await docs.open();
    const shown = await page.locator('#list .group').allTextContents();
    for (const [, { method, path }] of practiceEndpoints)
      expect(shown.some((line) => line.startsWith(`${method} ${path}`))).toBe(true);
    expect(await page.title()).toBe('Assay');
    expect(complaints).toEqual([]);
  });

  it('has every case of an endpoint that is opened', async () => {
    const { page } = await docs.open();
    await group(page, 'listUsers').click();
    for (const { id } of cases.filter(({ operation }) => operation === 'listUsers'))
      expect(await caseLink(page, id).count(), id).toBe(1);
    await group(page, 'listUsers').click();
    expect(await caseLink(page, 'listUsers/query.page/int_parsing').count()).toBe(0);
  });

  it('leads to an endpoint that refuses nothing', async () => {
    const { page } = await docs.open();
    await group(page, 'getDocs').click();
    await caseLink(page, 'getDocs').click();
    await page.getByRole('heading', { name: 'Nothing is refused here' }).waitFor();
    expect(await text(page)).toBe('GET /docs');
    expect(await send(page)).toMatchObject({ status: 200 });
  });

  it('can be searched', async () => {
    const { page } = await docs.open();
    await page.getByLabel('Search endpoints and refusals').fill('punycode');
    const found = await page.locator('#list a').allTextContents();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('is not Punycode');
    await page.getByLabel('Search endpoints and refusals').fill('nothing is called so');
    expect(await page.locator('#list').textContent()).toBe('Nothing found.');
  });

  it.each([
    ['Status', ['400 Bad Request', '401 Unauthorized', '404 Not Found', '405 Method Not Allowed']],
    ['Type', ['(no entries)', 'dict_type', 'finite_number', 'greater_than_equal']],
  ])('can be sorted by %s', async (order, first) => {
    const { page } = await docs.open();
    await page.getByRole('button', { name: order, exact: true }).click();
    const groups = await page.locator('#list .group > :first-child').allTextContents();
    expect(groups.slice(0, 4)).toEqual(first);
    await page.locator('#list .group').nth(1).click();
    expect(await page.locator('#list a').count()).toBeGreaterThan(0);
  });

  it('can be navigated with the arrow keys', async () => {
    const { page } = await docs.open();
    const key = () => page.evaluate('document.activeElement.dataset.key');
    await page.getByLabel('Search endpoints and refusals').press('ArrowDown');
    expect(await key()).toBe('operation createUser');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    expect(await key()).toBe('operation listUsers');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await key()).toBe('listUsers/query.page/greater_than_equal');
    await page.keyboard.press('End');
    expect(await key()).toBe('operation ');
    await page.keyboard.press('Home');
    expect(await key()).toBe('operation createUser');
    await caseLink(page, 'listUsers/query.page/greater_than_equal').focus();
    await page.keyboard.press('Enter');
    expect(await answer(page)).toMatchObject({ status: 422 });
  });

  it.each([
    ['ArrowRight', 'listUsers/query.page/greater_than_equal'],
    ['ArrowLeft', 'operation listUsers'],
    ['ArrowUp', 'operation listUsers'],
    ['Tab', undefined],
  ])('can be left from a case with %s', async (pressed, goal) => {
    const { page } = await docs.open();
    await group(page, 'listUsers').click();
    await caseLink(page, 'listUsers/query.page/greater_than_equal').focus();
    await page.keyboard.press(pressed);
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe(goal);
  });
});

describe('a refusal', () => {
  it('is sent when it is chosen', async () => {
    const { page, complaints } = await docs.open();
    await choose(page, 'createUser/body.age/less_than_equal');
    const { status, body } = await answer(page);
    expect(status).toBe(422);
    expect(JSON.parse(body).detail[0].loc).toEqual(['body', 'age']);
    expect(await page.locator('.status-line').textContent()).toContain('as the contract says');
    expect(complaints).toEqual([]);
  });

  it('gets the answer that the contract says, for every case', async () => {
    const { page, complaints } = await docs.open();
    for (const { id, kind, title, expected } of cases) {
      if (kind === 'accepted') continue;
      const hash = id.split('/').map(encodeURIComponent).join('/');
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page
        .locator('#request-title')
        .and(page.getByText(title, { exact: true }))
        .waitFor();
      await page.locator('.status-line', { hasText: 'Not sent yet' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('.status-line', { hasText: / ms · / }).waitFor();
      const line = (await page.locator('.status-line').textContent()) ?? '';
      expect(`${id} ${line}`).toContain(`${id} ${expected.status}`);
      expect(`${id} ${line}`).toContain('as the contract says');
      expect(await page.evaluate(SCROLLED), id).toEqual(tooLong.has(id) ? ['editor'] : []);
    }
    expect(complaints).toEqual([]);
  });

  it('that is accepted is sent only on demand', async () => {
    const { page, requests } = await docs.open();
    await choose(page, 'createUser/request/accepted/example');
    expect(await page.locator('.status-line').textContent()).toContain('Not sent yet');
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(await send(page)).toMatchObject({ status: 201 });
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual(['POST /users/']);
  });

  it('marks the part of the request that each entry is about', async () => {
    const { page } = await docs.open();
    await choose(page, 'createUser/body/several');
    await answer(page);
    expect(await marked(page)).toEqual(['null', '""', '-1', '"example.com"']);
    await page.locator('.card').nth(2).hover();
    expect(await page.locator('mark.pointed').allTextContents()).toEqual(['-1']);
    await page.getByRole('button', { name: 'Show body.email in the request' }).click();
    const selected = await page
      .locator('#text')
      .evaluate((area: { value: string; selectionStart: number; selectionEnd: number }) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      );
    expect(selected).toBe('""');
    expect(await page.locator('.card.pointed').count()).toBe(0);
    await page.locator('#painted mark').first().hover({ force: true });
    expect(await page.locator('.card.pointed .message').textContent()).toBe('Name: must be a string');
    await page.locator('#text').hover({ position: { x: 5, y: 5 } });
    await page.locator('.card.pointed').waitFor({ state: 'detached' });
  });

  it.each([
    ['listUsers/query.limit/less_than_equal', ['101']],
    ['getProtected/credential/malformed', ['Basic dXNlcjpwYXNzd29yZA==']],
    ['createUser/body/content_type', ['Content-Type: text/plain']],
    ['createUser/body/content_encoding', ['Content-Encoding: gzip']],
    ['createUser/method/not_allowed', ['DELETE']],
    ['path/not_found', ['/no-such-path']],
    ['checkPrice/example/free-of-charge', ['0']],
    ['createUser/body/json_invalid', ['"']],
  ])('marks for %s the part %j', async (id, parts) => {
    const { page } = await docs.open({ hash: `#${id}` });
    await send(page);
    expect(await marked(page)).toEqual(parts);
  });
});

describe('a request', () => {
  it.each([
    ['GET /search/?query=&query=lamp&page=', 422, '"input": ""'],
    ['POST /users/\nContent-Type: text/plain\n\nhello', 415, 'detail'],
    ['POST /users/\nContent-Type: application/json\n\n{"name": "Ada",}', 400, 'line 1'],
    ['POST /products\nContent-Type: application/json\n\n{"price": -1.50e400}', 422, '"received": -1.50e400'],
    ['POST /users/\n\n', 422, '"body"'],
    ['PATCH /users/', 405, 'Method Not Allowed'],
    ['GET /api/data\nX-API-Key: 12345', 401, 'UUID'],
    ['GET /items/%FF', 400, 'detail'],
  ])('is sent as typed: %j', async (request, status, part) => {
    const { page } = await docs.open();
    await write(page, request);
    const shown = await send(page);
    expect(shown.status).toBe(status);
    expect(shown.body).toContain(part);
  });

  it.each([
    ['GET /users/\nCookie: a=b', 'Browsers don’t let pages set Cookie.', "-H 'Cookie: a=b'"],
    ['GET /users/\nHost: example.com', 'Browsers don’t let pages set Host.', "-H 'Host: example.com'"],
    ['GET /users/\n\n{}', 'A browser sends no body with GET.', "-d '{}'"],
    ['GET /docs/../users/', 'A browser sends /users/ for this path.', 'curl --path-as-is'],
    ['GET /users/\nX-A: 1\nX-A: 2', 'A browser sends X-A only once.', "-H 'X-A: 1'"],
    ['TRACE /users/', 'A browser does not send TRACE.', '-X TRACE'],
    ['get /users/', 'A browser sends GET for get.', '-X get'],
    ['GET /users/\nno header', '“no header” is not a header.', 'curl'],
    ['nonsense', 'A browser sends only a path that starts with a slash.', 'curl'],
    ['GET /users/\nX-A: ☃', 'A browser can’t send these characters in X-A.', '☃'],
    ['', 'The first line has to be a method, a space and a path.', 'curl'],
  ])('that no browser can send is shown as a command: %j', async (request, reason, part) => {
    const { page, requests } = await docs.open();
    await write(page, request);
    expect(await page.locator('#notes').textContent()).toContain(reason);
    const before = requests.length;
    await page.locator('#text').press('Control+Enter');
    await page.getByText('A browser can’t send this').first().waitFor();
    expect(await page.locator('#answer-content pre').last().textContent()).toContain(part);
    expect(requests.slice(before)).toEqual([]);
  });

  it('is shown as text, even if it contains HTML', async () => {
    const { page, complaints } = await docs.open();
    const name = '<img src="x" onerror="document.title=1"><b id="sent">bold</b>';
    const body = JSON.stringify({ name, email: 'ada@example.com', age: 36 });
    await write(page, `POST /users/\nContent-Type: application/json\n\n${body}`);
    expect(JSON.parse((await send(page)).body)).toMatchObject({ name });
    expect(await page.locator('#sent, img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows what has changed since its answer, and can undo it', async () => {
    const { page } = await docs.open();
    await choose(page, 'createUser/body.age/less_than_equal');
    await answer(page);
    const before = await text(page);
    await write(page, before.replace('121', '12'));
    expect(await page.locator('.change').textContent()).toContain('-   "age": 121,');
    expect(await page.locator('.change').textContent()).toContain('+   "age": 12,');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await text(page)).toBe(before);
    expect(await page.locator('.change').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('text');
  });

  it('shows the time that the network took, and the headers as they came', async () => {
    const { page } = await docs.open();
    await choose(page, 'getData/credential/missing');
    await answer(page);
    expect(await page.locator('.status-line').textContent()).toMatch(/\d ms/);
    await page.getByRole('tab', { name: 'Headers' }).click();
    expect(await page.getByRole('tabpanel', { name: 'Headers' }).textContent()).toContain(
      'www-authenticateApiKey',
    );
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tabpanel', { name: 'Time' }).textContent()).toMatch(/In all[\d.]+ ms/);
  });

  it('shows where a redirect led', async () => {
    const { page } = await docs.open();
    await write(page, 'GET /search?query=lamp');
    expect(await send(page)).toMatchObject({ status: 200 });
    expect(await page.locator('.warning').textContent()).toContain(`${docs.origin}/search/?query=lamp`);
  });
});

describe('a field', () => {
  it.each([
    ['body.age', 'leave out', '"name": "Ada Lovelace",\n  "email": "ada@example.com",\n  "website"', 422],
    ['body.age', 'null', '"age": null,', 422],
    ['body.age', 'empty', '"age": "",', 422],
    ['body.age', 'too small', '"age": -1,', 422],
    ['body.age', 'too large', '"age": 121,', 422],
    ['body.age', 'malformed', '"age": 0.5,', 422],
    ['body.age', 'wrong type', '"age": true,', 422],
    ['body.website', 'leave out', '"age": 36\n}', 201],
  ])('%s can be changed with one click: %s', async (name, change, part, status) => {
    const { page } = await docs.open();
    await choose(page, 'createUser/request/accepted/example');
    await page.getByLabel('Field to change').selectOption(name);
    await page.locator('#changes').getByRole('button', { name: change, exact: true }).click();
    expect(await text(page)).toContain(part);
    expect(await answer(page)).toMatchObject({ status });
  });

  it('reverts when the change is undone', async () => {
    const { page } = await docs.open();
    await choose(page, 'listUsers/request/accepted/example');
    await page.locator('#operation', { hasText: 'GET /users/' }).waitFor();
    const before = await text(page);
    await page.getByLabel('Field to change').selectOption('query.page');
    await page.locator('#changes').getByRole('button', { name: 'too small' }).click();
    expect(await answer(page)).toMatchObject({ status: 422 });
    expect(await text(page)).toBe(`${before}?page=0`);
    await page.locator('#changes').getByRole('button', { name: 'leave out' }).click();
    expect(await text(page)).toBe(before);
  });
});

describe('a link', () => {
  it('opens a refusal without sending it', async () => {
    const { page, requests } = await docs.open({
      hash: '#createUser/body.age/int_parsing',
    });
    expect(await page.locator('#request-title').textContent()).toBe('age is "ten": must be an integer');
    expect(await page.locator('.status-line').textContent()).toBe(
      '422Unprocessable ContentNot sent yet: this is what the contract says.',
    );
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('holds the whole request', async () => {
    const { page } = await docs.open();
    await choose(page, 'createUser/body.age/int_parsing');
    const request = 'PATCH /users/?a=b%20c&d#e\nX-Y: ä\n\n{"ключ": "значение"}\n';
    await write(page, request);
    const { page: other, requests } = await docs.open({
      hash: await page.evaluate('location.hash'),
    });
    expect(await text(other)).toBe(request);
    expect(requests.filter((line) => line.startsWith('PATCH'))).toEqual([]);
  });

  it.each([
    ['GET /protected/\nAuthorization: Bearer my-own-secret', 'my-own-secret'],
    ['GET /protected/\nCookie: session=my-own-secret', 'my-own-secret'],
  ])('leaves out the user’s credentials: %j', async (request, secret) => {
    const { page } = await docs.open({ hash: '#getProtected/credential/missing' });
    await write(page, request);
    expect(await address(page)).not.toContain(secret);
    expect(await address(page)).toContain('#getProtected/credential/missing?GET /protected/');
  });

  it('keeps the credentials of the contract', async () => {
    const { page } = await docs.open({
      hash: '#getProtected/request/accepted/example',
    });
    await write(page, `${await text(page)}\nX-A: b`);
    expect(await address(page)).toContain('Authorization: Bearer 6f1d3c52');
  });

  it('works with back and forward', async () => {
    const { page, requests } = await docs.open();
    await choose(page, 'createUser/body.age/int_parsing');
    await answer(page);
    await choose(page, 'createUser/body.age/less_than_equal');
    await answer(page);
    const sent = requests.filter((line) => line.startsWith('POST')).length;
    await page.goBack();
    await page.getByRole('heading', { name: 'age is "ten": must be an integer' }).waitFor();
    expect(await text(page)).toContain('"ten"');
    await page.goForward();
    await page.getByRole('heading', { name: 'age is 121' }).waitFor();
    expect(requests.filter((line) => line.startsWith('POST')).length).toBe(sent);
  });

  it.each(['#nothing', '#createUser/nothing', '#%E0%A4%A', '#createUser?%E0%A4%A'])(
    'that is invalid opens a request all the same: %s',
    async (hash) => {
      const { page, complaints } = await docs.open({ hash });
      expect(await text(page)).not.toBe('');
      expect(complaints).toEqual([]);
    },
  );

  it('leads from a path to the one without the slash', async () => {
    const { page } = await docs.open({ hash: '#createUser/body.age/int_parsing' });
    await page.locator('#summary').getByRole('link', { name: 'POST /users', exact: true }).click();
    await page.locator('#operation', { hasText: /^POST \/users$/ }).waitFor();
    expect(await text(page)).toContain('POST /users\n');
  });
});

describe('copying', () => {
  it.each([
    ['curl', /^curl '(.*)\/users\/' -H 'Content-Type: application\/json' -d '\{\n {2}"name"/],
    ['fetch', /^const response = await fetch\("(.*)\/users\/", \{\n {2}method: "POST",/],
    ['Python', /^import requests\n\nresponse = requests.request\(\n {4}"POST",\n {4}"(.*)\/users\/",/],
    [
      'HTTP',
      /^POST \/users\/ HTTP\/1.1\nHost: 127.0.0.1:\d+\nContent-Type: application\/json\nContent-Length: \d+\n\n\{/,
    ],
  ])('copies %s with the address of the service', async (language, form) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await docs.open({ permissions, hash: '#createUser/body.age/int_parsing' });
    await page.getByLabel('Copy as').selectOption(language);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    const [, origin = docs.origin] = form.exec(copied) ?? [copied, copied];
    expect(origin).toBe(docs.origin);
    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.evaluate('location.href'));
  });

  it('shows the text where there is no clipboard', async () => {
    const { page } = await docs.open();
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('The browser doesn’t allow copying here').waitFor();
    expect(await page.locator('#answer-content pre').last().textContent()).toMatch(/^curl /);
  });
});

describe('behind a path prefix', () => {
  it('the page works', async () => {
    const proxy = await startProxy('/some/prefix', docs.origin);
    onTestFinished(proxy.close);
    const { page, complaints } = await openPage(docs.browser, proxy.address);
    await choose(page, 'createUser/body.age/less_than_equal');
    expect(await answer(page)).toMatchObject({ status: 422 });
    expect(await text(page)).toMatch(/^POST \/users\/\n/);
    const line = await page.locator('article[id="search/"] .cases pre').first().textContent();
    expect(line).toContain(`curl '${proxy.address}/search/`);
    await page.getByRole('link', { name: 'Errors' }).click();
    expect(await page.locator('h1').textContent()).toContain('errors');
    await page.getByRole('link', { name: '"ten"' }).first().click();
    await opened(page);
    expect(complaints).toEqual([]);
  });
});
