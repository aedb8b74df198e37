import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { openEndpoint, title } from './_page.ts';

/** The reference of somebody's document: what endpoints are called, what they take, and what they reply. */

const file = writeDocument();
const docs = serveDocs(() => [file]);

describe('the list', () => {
  it('has the endpoints under their tags, by what people call them, in the order of the document', async () => {
    const { page, complaints } = await docs.open();
    const list = page.getByRole('navigation', { name: 'Endpoints' });
    expect(await list.getByRole('heading').allTextContents()).toEqual([
      'lamps',
      'rooms',
      'Webhooks',
      'Models',
    ]);
    const links = (await list.getByRole('link').allTextContents()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    );
    expect(links).toEqual([
      'Register a lamp POST /lamps',
      'List lamps GET /lamps deprecated',
      'تغيير إعدادات المصباح PUT /lamps/{lampId}/settings/with-a-rather-long-path',
      'List rooms GET /rooms',
      'A lamp broke POST broke',
      'All models 9',
    ]);
    expect(complaints).toEqual([]);
  });

  it('opens an endpoint by a click, and its address names it', async () => {
    const { page } = await docs.open();
    await openEndpoint(page, 'List rooms');
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['List rooms']);
    expect(page.url()).toMatch(/#listRooms\/$/);
    expect(await page.title()).toBe('Valid request – List rooms – Lamp house');
    await page.goBack();
    await page.getByRole('heading', { name: 'Register a lamp', level: 3 }).waitFor();
  });
});

describe('an API', () => {
  it('is described in Markdown, of which nothing runs or loads', async () => {
    const { page, complaints } = await docs.open();
    const about = page.getByRole('region', { name: 'About this API' });
    expect(await about.locator('strong').first().textContent()).toBe('every lamp');
    expect(await about.getByRole('heading', { name: 'Getting started' }).count()).toBe(1);
    expect(await about.getByRole('cell', { name: 'read' }).count()).toBe(1);
    expect(await about.getByRole('link', { name: 'the guide' }).getAttribute('href')).toBe(
      'https://docs.example/guide',
    );
    expect(await about.getByRole('link', { name: 'plan' }).getAttribute('href')).toBe(
      'https://evil.example/plan.png',
    );
    expect(await about.locator('img, iframe, script, [onclick], [style]').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('has its contact, licence, servers and schemes', async () => {
    const { page } = await docs.open();
    const about = page.getByRole('region', { name: 'About this API' });
    expect(await about.getByRole('link', { name: 'Lamp team' }).getAttribute('href')).toBe(
      'mailto:lamps@docs.example',
    );
    expect(await about.getByRole('link', { name: 'More to read' }).count()).toBe(1);
    const text = (await about.textContent()) ?? '';
    for (const part of [
      'MIT',
      'https://lamps.example/v2',
      'Production',
      'a key in the header X-API-Key',
      'HTTP Basic',
    ])
      expect(text).toContain(part);
  });
});

describe('an endpoint', () => {
  it('has its description, authorization and body as a tree', async () => {
    const { page } = await docs.open({ hash: '#registerLamp/' });
    const article = page.getByRole('article').filter({ visible: true });
    expect(await article.locator('strong', { hasText: 'to the house' }).count()).toBe(1);
    const request = ((await article.locator('.takes').textContent()) ?? '').replace(/\s+/g, ' ');
    for (const part of [
      'key a key in the header X-API-Key',
      'name text of 1 to 40 characters required',
      'What people call it.',
      'watt an integer from 1 to 200 required',
      'Default white',
      'One of white, warm, red',
      'Pattern ^[A-Z]{3}\\d{4}$',
      'Example ABC1234',
      'note text, or null deprecated',
      'secret text write-only',
    ])
      expect(request).toContain(part);
  });

  it('has every response, with headers, schema and examples', async () => {
    const { page } = await docs.open({ hash: '#registerLamp/' });
    const responses = page.locator('article .replies');
    const text = ((await responses.textContent()) ?? '').replace(/\s+/g, ' ');
    for (const part of [
      '201 Created',
      'The lamp as it is kept.',
      'Where the lamp is.',
      '409 Conflict',
      'There is a lamp of this name.',
      'read-only',
    ])
      expect(text).toContain(part);
    await responses.locator('summary', { hasText: 'Example' }).first().click();
    expect(await responses.locator('pre', { hasText: 'Desk lamp' }).isVisible()).toBe(true);
  });

  it('links to models, which have pages of their own, and ends recursion there', async () => {
    const { page } = await docs.open({ hash: '#listRooms/' });
    await page.locator('article').getByRole('link', { name: 'Room' }).first().click();
    await page.getByRole('heading', { name: 'Room', level: 3 }).waitFor();
    expect(await page.getByText('A room of the house.').first().isVisible()).toBe(true);
    const text = ((await page.getByRole('article').textContent()) ?? '').replace(/\s+/g, ' ');
    for (const part of ['parent Room', 'list of Lamp', 'any other name', 'Person or text', 'nickname'])
      expect(text).toContain(part);
  });

  it.each([
    'Register a lamp POST /lamps',
    'تغيير إعدادات المصباح PUT /lamps/{lampId}/settings/with-a-rather-long-path',
  ])('is listed as %s', async (name) => {
    const { page } = await docs.open();
    const list = page.getByRole('navigation', { name: 'Endpoints' });
    expect(await list.getByRole('link', { name, exact: true }).count()).toBe(1);
  });

  it('lists all models, in the order of the document', async () => {
    const { page, complaints } = await docs.open();
    const list = page.getByRole('navigation', { name: 'Endpoints' });
    await list.getByRole('link', { name: 'All models' }).click();
    await page.getByRole('heading', { name: 'Models', level: 3 }).waitFor();
    const names = await page.getByRole('article').getByRole('link').allTextContents();
    // The service adds those of its own errors.
    expect(names.slice(0, 4)).toEqual(['NewLamp', 'Lamp', 'Room A room of the house.', 'Person']);
    await page.getByRole('link', { name: /^Room / }).click();
    await page.getByRole('heading', { name: 'Room', level: 3 }).waitFor();
    await page.getByRole('link', { name: 'All models' }).click();
    await page.getByRole('heading', { name: 'Models', level: 3 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('lists webhooks, which have pages of their own', async () => {
    const { page, complaints } = await docs.open();
    await page
      .getByRole('navigation', { name: 'Endpoints' })
      .getByRole('link', { name: 'A lamp broke' })
      .click();
    await page.getByRole('heading', { name: 'A lamp broke', level: 3 }).waitFor();
    expect(await page.getByText('The lamp that broke.').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Register a lamp', level: 3 }).waitFor();
  });

  it('that is deprecated says so, and lists its parameters', async () => {
    const { page } = await docs.open({ hash: '#listLamps/' });
    const article = page.locator('article');
    expect(await article.locator('.about').getByText('deprecated').count()).toBe(1);
    const text = ((await article.locator('.takes').textContent()) ?? '').replace(/\s+/g, ' ');
    expect(text).toContain('limit an integer from 1 to 100 in query');
    expect(text).toContain('One of kitchen, hall, attic');
    expect(text).not.toContain('Authorization');
  });

  it('has texts of the document from right to left, and sentences of its own from left to right', async () => {
    const { page } = await docs.open({ hash: '#changeSettings/' });
    const error = page.getByRole('button', { name: /^لون is/ }).first();
    await error.click();
    for (const [element, direction] of [
      [page.getByRole('heading', { level: 3 }), 'rtl'],
      [page.getByText('لون', { exact: true }).first(), 'rtl'],
      [page.locator('article .route').first(), 'ltr'],
      [error, 'ltr'],
      [title(page), 'ltr'],
    ] as const)
      expect(await element.and(page.locator(`:dir(${direction})`)).count(), String(element)).toBe(1);
  });
});

describe('without scripts', () => {
  it.each([
    { without: 'JavaScript', options: { javaScriptEnabled: false } },
    { without: 'its script file', blocked: '**/*.js' },
  ])('the page is a complete reference: no $without', async ({ options, blocked }) => {
    const context = await docs.browser.newContext(options);
    onTestFinished(() => context.close());
    if (blocked) await context.route(blocked, (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${docs.origin}/docs`);
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(4);
    expect(await page.getByText('What people call it.').first().isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Every invalid request' }).first().click();
    await page.getByRole('heading', { name: 'Register a lamp' }).waitFor();
    const item = page.locator('.cases > li').first();
    await item.locator('summary').click();
    expect(await item.locator('pre').first().textContent()).toContain(`curl "$ORIGIN"'/lamps`);
  });

  it('an endpoint prints without its panels, in two columns', async () => {
    const { page } = await docs.open({ hash: '#registerLamp/' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Responses' }).isVisible()).toBe(true);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByLabel('Filter', { exact: true }).isVisible()).toBe(false);
    const first = await page.getByRole('heading', { name: 'Request', exact: true }).boundingBox();
    const last = await page.locator('.responses > details').last().boundingBox();
    expect(last?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length;
    expect(pages).toBeLessThan(6);
  });
});
