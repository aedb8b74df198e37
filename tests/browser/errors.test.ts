import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/hosts/node/place.ts';
import type { CaseData } from '../../src/page/browser/case.ts';
import { startService } from '../_service.ts';
import { serveDocs } from './_docs.ts';
import { answer, answerPanel, openEndpoint, openPage, requestText, send, title, write } from './_page.ts';

/** The errors of an endpoint: the list of invalid requests, and sending them all. */

const docs = serveDocs();
const createUser = { hash: '#createUser/' };

describe('the list of errors', () => {
  it('begins with the valid request, and groups the others by field', async () => {
    const { page } = await docs.open(createUser);
    const errors = page.locator('.errors-list');
    expect(await errors.getByRole('listitem').first().textContent()).toBe('Valid request');
    const headings = await errors.getByRole('heading').allTextContents();
    for (const place of ['body', 'body.name', 'body.email', 'body.age']) expect(headings).toContain(place);
    expect(new Set(headings).size).toBe(headings.length);
  });

  it('shows the request of an error without sending it, and keeps the focus', async () => {
    const { page, requests } = await docs.open(createUser);
    const error = page
      .locator('.errors-list')
      .getByRole('button', { name: /^Age is above/ })
      .or(page.locator('.errors-list').getByRole('button', { name: /^age.*120|121/i }))
      .first();
    await error.focus();
    await page.keyboard.press('Enter');
    expect(await error.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-pressed")')).toBe('true');
    expect(await answerPanel(page).textContent()).toContain('422');
    expect(await page.locator('.field.wrong').count()).toBeGreaterThan(0);
    expect(requests.filter((each) => each.startsWith('POST /users'))).toEqual([]);
    expect(await send(page)).toContain('422');
    expect(await answerPanel(page).textContent()).toContain('As expected');
    await page.locator('.errors-list').getByRole('button', { name: 'Valid request' }).click();
    expect(await title(page).textContent()).toBe('Valid request');
  });

  it('is filtered by words, field and kind', async () => {
    const { page } = await docs.open(createUser);
    const count = async () =>
      Number.parseInt((await page.locator('.filters').getByRole('status').textContent()) ?? '', 10);
    const all = await count();
    await page.getByLabel('Field', { exact: true }).selectOption('body.age');
    const ofAge = await count();
    await page.getByLabel('Kind', { exact: true }).selectOption('missing');
    expect(await count()).toBe(1);
    await page.getByLabel('Kind', { exact: true }).selectOption('');
    await page.getByLabel('Field', { exact: true }).selectOption('');
    await page.getByLabel('Filter', { exact: true }).fill('AGE missing');
    const found = await count();
    expect(all).toBeGreaterThan(ofAge);
    expect(ofAge).toBeGreaterThan(1);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
  });

  it('says when the service does not answer', async () => {
    const { page } = await docs.open(createUser);
    await page.route('**/cases.json*', (route) => route.abort());
    await page
      .getByRole('navigation', { name: 'Endpoints' })
      .getByRole('link', { name: /search/i })
      .first()
      .click();
    await page.getByText('The errors can’t be loaded').waitFor();
    await page.unroute('**/cases.json*');
    await openEndpoint(
      page,
      (await page
        .getByRole('navigation', { name: 'Endpoints' })
        .getByRole('link')
        .first()
        .locator('.summary')
        .textContent()) ?? '',
    );
  });

  it('says at its end that there are more, if the service does', async () => {
    const { page } = await docs.open(createUser);
    await page.route('**/cases.json?operation=search', async (route) => {
      const response = await route.fetch();
      const cases: CaseData[] = await response.json();
      await route.fulfill({ response, json: cases.map((each) => ({ ...each, note: 'More are left out.' })) });
    });
    await openEndpoint(page, 'Search');
    await page.locator('.errors-list').getByText('More are left out.').waitFor();
  });

  it('has kinds also where the errors have no types', async () => {
    const { page } = await docs.open(createUser);
    await page.route('**/cases.json?operation=search', async (route) => {
      const response = await route.fetch();
      const cases: CaseData[] = await response.json();
      const plain = cases.map((each) => ({ ...each, expected: { status: each.expected.status } }));
      await route.fulfill({ response, json: plain });
    });
    await openEndpoint(page, 'Search');
    await page.getByLabel('Kind', { exact: true }).selectOption('missing');
    await page.getByRole('button', { name: /^query in the query is missing/ }).waitFor();
    expect(await page.getByRole('button', { name: /must be/ }).count()).toBe(0);
  });

  it('of a page says that it has none', async () => {
    const { page } = await docs.open({ hash: '#getDocs/' });
    expect(await page.locator('article .errors-list').textContent()).toContain('Nothing is refused here');
  });
});

it('errors that arrive late do not take the place of those of the endpoint that is open', async () => {
  const { page } = await docs.open(createUser);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/cases.json?operation=search', (route) => held.then(() => route.continue()));
  const late = page.waitForResponse('**/cases.json?operation=search');
  await Promise.all([
    page.waitForRequest('**/cases.json?operation=search'),
    page
      .getByRole('link', { name: /^Search GET/ })
      .first()
      .click(),
  ]);
  await openEndpoint(page, 'Get an item');
  release();
  await (await late).finished();
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  const errors = await page.locator('article .errors-list').textContent();
  expect(errors).toContain('item_id');
  expect(errors).not.toContain('query.query');
});

describe('sending all', () => {
  it('shows progress, and that every reply is as expected', async () => {
    const { page } = await docs.open(createUser);
    await page.getByRole('button', { name: 'Send all', exact: true }).click();
    await page
      .getByText(/^\d+ sent, all answered as expected$/)
      .first()
      .waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe(
      await page.getByRole('progressbar').getAttribute('max'),
    );
  });

  it('can be stopped, and lists what differs', async () => {
    const { page } = await docs.open(createUser);
    let sent = 0;
    await page.route('**/users/', async (route) => {
      sent++;
      if (sent === 1) await route.fulfill({ status: 200, body: '{}' });
      else if (sent === 2) await route.abort();
    });
    await page.getByRole('button', { name: 'Send all', exact: true }).click();
    await page.getByText(/^2 of \d+ sent$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page
      .getByText(/^2 of \d+ sent, 2 answered differently$/)
      .first()
      .waitFor();
    const differing = page.locator('.run').getByRole('listitem');
    expect(await differing.count()).toBe(2);
    expect(await differing.first().textContent()).toContain('200 OK, expected 422');
    await page.unroute('**/users/');
    await differing.first().getByRole('link').click();
    expect(await send(page)).toContain('4');
  });

  it('ends when another endpoint is opened, and is not shown there', async () => {
    const { page } = await docs.open(createUser);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/users/', () => release());
    await page.getByRole('button', { name: 'Send all', exact: true }).click();
    await held;
    const ended = page.waitForEvent('requestfailed');
    await openEndpoint(page, 'Search');
    await ended;
    await page.getByRole('button', { name: 'Send all', exact: true }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });
});

describe('sending all of every endpoint', () => {
  const every = 'Send all of every endpoint';

  it('goes on while other endpoints are opened, and shows only what differs', async () => {
    const { page, requests } = await docs.open(createUser);
    await page.route('**/users/', (route) => route.fulfill({ status: 204 }));
    await page.getByRole('button', { name: every }).click();
    await page.getByText(/^\d+ sent, \d+ of 1\d endpoints$/).waitFor();
    await openEndpoint(page, 'Search');
    await page
      .locator('.run')
      .getByText(/^\d+ sent, \d+ answered differently$/)
      .waitFor();
    const bar = page.getByRole('progressbar');
    expect(await bar.getAttribute('value')).toBe(await bar.getAttribute('max'));
    for (const path of ['/items/', '/search', '/products'])
      expect(
        requests.some((each) => each.includes(` ${path}`)),
        path,
      ).toBe(true);
    const differing = page.locator('.run').getByRole('link');
    const texts = await differing.allTextContents();
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => !/^(?:createUser|listUsers).*204 No Content/.test(text))).toEqual([]);
    await differing.last().click();
    await page.getByRole('heading', { name: /user/i, level: 3 }).waitFor();
    expect(await page.locator('.run').getByRole('link').count()).toBe(texts.length);
  });

  it('can be stopped, and ends if the errors can’t be loaded', async () => {
    const { page } = await docs.open(createUser);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/users/**', () => release());
    await page.getByRole('button', { name: every }).click();
    await held;
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .locator('.run')
      .getByText(/^\d+ sent, \d+ of \d+ endpoints, all answered as expected$/)
      .waitFor();
    await page.route('**/cases.json*', (route) => route.abort());
    await page.unroute('**/users/**');
    await page.getByRole('button', { name: every }).click();
    await page
      .locator('.run')
      .getByText(/^\d+ sent, \d+ of \d+ endpoints, all answered as expected$/)
      .waitFor();
  });
});

it('a reply without a body is shown', async () => {
  const { page } = await docs.open(createUser);
  await page.route('**/users/', (route) => route.fulfill({ status: 204 }));
  expect(await send(page)).toContain('204 No Content');
  // Other browsers than Chromium have no stream for it.
  await page.evaluate('Object.defineProperty(Response.prototype, "body", { value: null })');
  expect(await send(page)).toContain('204 No Content');
  expect(await answerPanel(page).textContent()).toContain('No body.');
});

describe('a changed request', () => {
  it('of which the service does not tell the reply is not said to be wrong', async () => {
    const { page } = await docs.open(createUser);
    await page.route('**/cases.json', (route) => route.fulfill({ status: 500 }));
    const asked = page.waitForResponse('**/cases.json');
    await write(page, `${await requestText(page)} `);
    expect((await asked).status()).toBe(500);
    await title(page).getByText('Changed request', { exact: true }).waitFor();
  });

  it('that is changed again before the service tells its reply is asked about anew', async () => {
    const { page } = await docs.open(createUser);
    let asked = 0;
    await page.route('**/cases.json', (route) => (++asked === 1 ? undefined : route.continue()));
    const text = await requestText(page);
    await write(page, `${text} `);
    await expect.poll(() => asked).toBe(1);
    const ended = page.waitForEvent('requestfailed');
    await write(page, `${text}  `);
    await ended;
    await expect.poll(() => asked).toBe(2);
    await title(page).getByText('Changed request: valid', { exact: true }).waitFor();
  });
});

it('a link to an accepted request says that it is valid', async () => {
  const reply = await fetch(`${docs.origin}/docs/cases.json?operation=createUser`);
  const cases: CaseData[] = JSON.parse(await reply.text());
  const accepted = cases.find(({ kind }) => kind === 'accepted');
  const { page } = await docs.open({ hash: `#${accepted?.id}` });
  await title(page)
    .getByText(accepted?.title ?? '', { exact: true })
    .waitFor();
  expect(await answerPanel(page).textContent()).toContain('This request is valid');
});

describe('a service', () => {
  const act = async (page: Parameters<typeof send>[0], name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  it('that is down is reported, until it is up again', async () => {
    const service = await startService();
    const { page } = await openPage(docs.browser, service.origin, createUser);
    await service.stop();
    await act(page, 'Send');
    const panel = page.getByRole('region', { name: 'Response', exact: true });
    await panel.getByText(`No reply came from 127.0.0.1:${service.port}`).waitFor();
    const again = await startService({ PORT: String(service.port) });
    onTestFinished(() => again.stop().then(() => {}));
    expect(await send(page)).toContain('201');
  });

  it('that is slow is waited for, until the user stops', async () => {
    const { page } = await docs.open(createUser);
    await page.route('**/users/', () => {});
    await act(page, 'Send');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .getByRole('region', { name: 'Response', exact: true })
      .getByText('You stopped waiting.')
      .waitFor();
  });

  it('that answers late loses its request to a newer one', async () => {
    const { page } = await docs.open(createUser);
    let sent = 0;
    await page.route('**/users/', (route) => (++sent === 1 ? undefined : route.continue()));
    await act(page, 'Send');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await expect.poll(() => sent).toBe(1);
    await act(page, 'Send');
    expect(await answer(page)).toContain('201');
  });

  it('that cuts its reply is reported, with what was received', async () => {
    let cut = () => {};
    const server = createServer(async ({ url = '', method = '' }, response) => {
      if (url === '/users/') {
        response.writeHead(422, { 'Content-Length': '100', 'Content-Type': 'application/json' });
        response.write('{"detail": "Only');
        cut = () => response.destroy();
        return;
      }
      const reply = await fetch(docs.origin + url, { method });
      const { 'content-encoding': _, ...headers } = Object.fromEntries(reply.headers);
      const body = Buffer.from(await reply.arrayBuffer());
      response.writeHead(reply.status, { ...headers, 'content-length': body.length }).end(body);
    });
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const address = await listen(server, { port: 0, host: '127.0.0.1' });
    const { page } = await openPage(docs.browser, address, createUser);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    network.once('Network.dataReceived', () => cut());
    expect(await send(page)).toContain('422');
    expect(await answerPanel(page).textContent()).toContain('The response ended before it was complete.');
    expect(await answerPanel(page).textContent()).toContain('"Only');
  });

  it.each([
    [200, 'expected success'],
    [404, 'As expected'],
    [500, 'Not as expected'],
  ])('that answers a valid request with %i', async (status, verdict) => {
    const { page } = await docs.open(createUser);
    await page.route('**/users/', (route) =>
      route.fulfill({ status: status === 200 ? 422 : status, body: '' }),
    );
    await send(page);
    expect(await answerPanel(page).textContent()).toContain(verdict);
    expect(await answerPanel(page).textContent()).toContain('No body.');
  });

  it('that answers an invalid request otherwise shows both replies', async () => {
    const { page } = await docs.open({ hash: '#createUser/body.age/less_than_equal' });
    await page.route('**/users/', (route) =>
      route.fulfill({ status: 422, json: { detail: [{ loc: ['body', 'name'], msg: 'No' }] } }),
    );
    await send(page);
    const panel = answerPanel(page);
    expect(await panel.textContent()).toContain('Not as expected: with other errors than expected');
    expect(await page.getByRole('region', { name: 'Expected body' }).isVisible()).toBe(true);
  });

  it('that redirects is followed, which is said', async () => {
    const { page } = await docs.open(createUser);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByLabel('Request as text').fill('GET /search?query=lamp');
    await send(page);
    expect(await answerPanel(page).textContent()).toContain('Redirected to');
  });

  it('is not asked by an offline device, which is said', async () => {
    const { page } = await docs.open(createUser);
    await page.context().setOffline(true);
    await act(page, 'Send');
    await page
      .getByRole('region', { name: 'Response', exact: true })
      .getByText('this device is offline')
      .waitFor();
    await page.context().setOffline(false);
  });
});
