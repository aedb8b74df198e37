import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { type Installed, installPackage } from '../_package.ts';
import { practiceCore } from '../_practice.ts';
import { type Chromium, launchChromium } from '../browser/_chromium.ts';
import { bundle } from './_bundle.ts';

/** The recipes in examples/forms, in a browser, with the packed package, against the real service. */

const { listener: server, connections } = createNodeServer(practiceCore({ faults: true }));
const pages = createServer((request, response) => {
  const isScript = request.url === '/script.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript ? script : '<!doctype html><main></main><script type="module" src="/script.js"></script>',
  );
});
let script = '';
let chromium: Chromium;
let installed: Installed;
const originOf = (listener: typeof pages | typeof server) =>
  `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;

beforeAll(async () => {
  installed = installPackage();
  await Promise.all([server, pages].map((each) => once(each.listen(0, '127.0.0.1'), 'listening')));
  chromium = await launchChromium();
});
afterAll(async () => {
  installed.remove();
  await chromium?.close();
  for (const connection of connections) connection.destroy();
  for (const each of [server, pages]) each.close();
});

/** Opens a page that runs this program, in which `address` is where users are created. */
async function open(program: string, address = `${originOf(server)}/users/`): Promise<Page> {
  script = await bundle(`const address = ${JSON.stringify(address)};\n${program}`, installed.folder);
  const page = await chromium.browser.newPage();
  onTestFinished(() => page.close());
  page.setDefaultTimeout(30_000);
  await page.goto(originOf(pages));
  return page;
}

const shown = (page: Page, field: string) => page.locator(`output[data-field="${field}"]`);
const FORMS = new URL('../../examples/forms/', import.meta.url).pathname;
const EMAIL = 'Email: must be a valid email address (there is nothing after the @)';

const reactForm = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { UserForm } from '${FORMS}react.jsx';
  createRoot(document.querySelector('main')).render(createElement(UserForm, { address }));
`;

describe('the form of React', () => {
  it('shows each message at its field, and removes it once the value is valid', async () => {
    const page = await open(reactForm);
    await page.fill('[name=name]', 'Ada');
    await page.fill('[name=email]', 'ada@');
    await page.fill('[name=age]', '150');
    await page.click('button');
    await shown(page, 'email').getByText(EMAIL).waitFor();
    expect(await shown(page, 'age').textContent()).toBe('Age: must be between 0 and 120');
    expect(await shown(page, 'name').textContent()).toBe('');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=age]', '36');
    await page.click('button');
    await shown(page, '').getByText('Created').waitFor();
    expect(await shown(page, 'email').textContent()).toBe('');
  });
});

const withAxios = (user: object, headers = {}) => `
  import axios from 'axios';
  import { createUser } from '${FORMS}axios.js';
  axios.defaults.headers.common = ${JSON.stringify(headers)};
  document.querySelector('main').textContent = JSON.stringify(await createUser(address, ${JSON.stringify(user)}));
`;

describe('the call of axios', () => {
  const ada = { name: 'Ada', email: 'ada@example.com', age: 36 };
  const NOT_READ = 'The server gave an answer that could not be read';

  it.each<[string, string, object]>([
    ['nothing', withAxios(ada), {}],
    ['errors by field', withAxios({ ...ada, email: 'ada@' }), { email: [EMAIL] }],
    [
      'problem details by field',
      withAxios({ ...ada, email: 'ada@' }, { Accept: 'application/problem+json' }),
      { email: [EMAIL] },
    ],
    [
      'a page of a gateway in a sentence',
      withAxios(ada, { Prefer: 'code=502, format=html' }),
      { '': [NOT_READ] },
    ],
    ['a rate limit in a sentence', withAxios(ada, { Prefer: 'code=429' }), { '': ['Too Many Requests'] }],
    ['a broken reply in a sentence', withAxios(ada, { Prefer: 'cut=body' }), { '': ['Network Error'] }],
  ])('returns %s', async (_, program, errors) => {
    const page = await open(program);
    await page.locator('main', { hasText: /^\{/ }).waitFor();
    expect(JSON.parse((await page.textContent('main')) ?? '')).toEqual(errors);
  });
});

const withQuery = (user: object) => `
  import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { UserButton } from '${FORMS}query.jsx';
  const button = createElement(UserButton, { address, user: ${JSON.stringify(user)} });
  createRoot(document.querySelector('main')).render(createElement(QueryClientProvider, { client: new QueryClient() }, button));
`;

describe('the mutation of TanStack Query', () => {
  it.each([
    [{ name: 'Ada', email: 'ada@', age: 36 }, EMAIL, EMAIL],
    [{ name: 'Ada', email: 'ada@example.com', age: 36 }, '', 'Created'],
  ])('shows the outcome for %j', async (user, field, whole) => {
    const page = await open(withQuery(user));
    await page.click('button');
    await shown(page, '').getByText(whole).waitFor();
    expect(await shown(page, 'email').textContent()).toBe(field);
  });
});
