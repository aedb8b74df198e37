import { describe, expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { address, answerPanel, openEndpoint, openPage, requestText, send, title, write } from './_page.ts';

/** Requests as a form and as text, which can be changed, sent, copied and linked. */

const file = writeDocument();
const docs = serveDocs(() => [file]);

const register = { hash: '#registerLamp/' };

describe('an endpoint', () => {
  it('opens with a valid request, which is not sent', async () => {
    const { page, requests } = await docs.open(register);
    expect(await title(page).textContent()).toBe('Valid request');
    expect(await answerPanel(page).textContent()).toContain('This request is valid');
    expect(requests.filter((each) => each.includes('/lamps'))).toEqual([]);
    expect(await send(page)).toContain('201 Created');
    expect(await answerPanel(page).textContent()).toContain('As expected');
  });

  it('has the examples of the document to choose from', async () => {
    const { page } = await docs.open(register);
    await page.getByLabel('Example', { exact: true }).selectOption({ label: 'A desk lamp' });
    expect(await title(page).textContent()).toBe('A desk lamp');
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Desk lamp');
    expect(await requestText(page)).toContain('"watt": 40');
    await page.reload();
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Desk lamp');
  });
});

describe('the form', () => {
  it('and the text are the same request', async () => {
    const { page } = await docs.open(register);
    await page.getByLabel('name', { exact: true }).fill('Ada’s "lamp"');
    await page.getByLabel('watt', { exact: true }).fill('75');
    await page.getByLabel('color', { exact: true }).selectOption('red');
    await page.getByLabel('installed', { exact: true }).fill('2024-05-01');
    const text = await requestText(page);
    for (const part of [
      '"name": "Ada’s \\"lamp\\""',
      '"watt": 75',
      '"color": "red"',
      '"installed": "2024-05-01"',
    ])
      expect(text).toContain(part);
    await write(page, text.replace('75', '76').replace('"red"', '"pink"').replace('"Ada', '"Bea'));
    await page.getByRole('button', { name: 'Form' }).click();
    expect(await page.getByLabel('watt', { exact: true }).inputValue()).toBe('76');
    expect(await page.getByLabel('color', { exact: true }).inputValue()).toBe('"pink"');
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toContain('Bea’s');
    await page.getByLabel('color', { exact: true }).selectOption('');
    expect(await requestText(page)).not.toContain('color');
  });

  it('has parameters of every part', async () => {
    const { page } = await docs.open({ hash: '#listLamps/' });
    await page.getByLabel('room', { exact: true }).selectOption('hall');
    await page.getByLabel('limit', { exact: true }).fill('5');
    await page.getByLabel('X-Trace', { exact: true }).fill('a b');
    expect(await requestText(page)).toBe('GET /lamps?room=hall&limit=5\nX-Trace: a b');
    await page.getByRole('button', { name: 'Form' }).click();
    await page.getByLabel('limit', { exact: true }).fill('');
    await openEndpoint(page, 'تغيير');
    await page.getByLabel('lampId', { exact: true }).fill('a/b');
    await page.getByLabel('on', { exact: true }).selectOption('true');
    await page.getByLabel('steps', { exact: true }).fill('[1, 2]');
    const text = await requestText(page);
    expect(text).toContain('PUT /lamps/a%2Fb/settings/');
    expect(text).toContain('"on": true');
    expect(text).toContain('"steps": [1, 2]');
  });

  it('says what is wrong beside the field, in the words of the service, and sends it all the same', async () => {
    const { page } = await docs.open(register);
    await page.getByLabel('watt', { exact: true }).fill('900');
    const field = page.locator('.field', { has: page.getByLabel('watt', { exact: true }) });
    const sentence = 'Input should be less than or equal to 200';
    await field.getByText(sentence).waitFor();
    expect(await page.getByLabel('watt', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await title(page).textContent()).toBe(`Changed request: ${sentence}`);
    expect(await page.title()).toContain('Changed request');
    expect(await send(page)).toContain('422');
    expect(await page.getByRole('region', { name: 'Body', exact: true }).textContent()).toContain(sentence);
    await page.getByLabel('watt', { exact: true }).fill('x');
    await page.getByText('The request has been changed since.').waitFor();
    await page.getByLabel('name', { exact: true }).fill('');
    await title(page).getByText('2 errors').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await title(page).textContent()).toBe('Valid request');
  });

  it('puts a wrong value into a field by a chip, without sending it', async () => {
    const { page, requests } = await docs.open(register);
    const field = page.locator('.field', { has: page.getByLabel('name', { exact: true }) });
    const values = field.getByRole('group', { name: 'Wrong values' });
    await field.getByText('Wrong values').click();
    await values.getByRole('button', { name: 'null' }).click();
    await page.getByText('sent as it is').waitFor();
    await page.locator('.field.wrong').first().waitFor();
    await values.getByRole('button', { name: 'leave out' }).click();
    await page.getByText('Field required').first().waitFor();
    expect(await requestText(page)).not.toContain('"name"');
    expect(requests.filter((each) => each.startsWith('POST /lamps'))).toEqual([]);
  });
});

describe('the text', () => {
  it('marks what is wrong, but not all that lacks something', async () => {
    const { page } = await docs.open(register);
    await write(
      page,
      'POST /lamps\nContent-Type: application/json\nX-API-Key: key\n\n{"name": "a", "watt": 900}',
    );
    await page.locator('.editor mark', { hasText: '900' }).waitFor();
    expect(await page.locator('.editor mark').allTextContents()).toEqual(['900']);
    await write(page, 'POST /lamps\nContent-Type: application/json\nX-API-Key: key\n\n{"name": "a"}');
    await page.getByText('Field required').first().waitFor();
    expect(await page.locator('.editor mark').count()).toBe(0);
  });

  it('of a malformed body is marked where it ends to be JSON', async () => {
    const { page } = await docs.open(register);
    await write(page, 'POST /lamps\nContent-Type: application/json\nX-API-Key: key\n\n{"name": ]');
    await page.locator('.editor mark').first().waitFor();
    expect(await title(page).textContent()).toContain('Changed request: ');
  });

  it('that a browser can’t send is not sent, and the reason is said', async () => {
    const { page, requests } = await docs.open(register);
    await write(page, 'GET /lamps\nCookie: a=b');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Browsers don’t let pages set Cookie: copy the request as curl').first().waitFor();
    expect(requests.filter((each) => each.startsWith('GET /lamps'))).toEqual([]);
    await title(page)
      .getByText(/^Changed request$/)
      .waitFor();
  });

  it('is sent by Ctrl Enter', async () => {
    const { page } = await docs.open(register);
    await write(page, 'GET /nothing');
    await page.getByLabel('Request as text').press('Control+Enter');
    await page.getByRole('region', { name: 'Response', exact: true }).getByText('404 Not Found').waitFor();
  });
});

describe('a link', () => {
  it('restores a changed request, and shows what is expected of that', async () => {
    const { page } = await docs.open(register);
    await write(
      page,
      'POST /lamps\nContent-Type: application/json\nX-API-Key: key\n\n{"name": "ä", "watt": 900}',
    );
    await page.locator('.editor mark').first().waitFor();
    const hash = await page.evaluate<string>('location.hash');
    const { page: other } = await docs.open({ hash });
    await answerPanel(other).getByText('422').first().waitFor();
    expect(await title(other).textContent()).toContain('less than or equal to 200');
    expect(await requestText(other)).toContain('{"name": "ä", "watt": 900}');
  });

  it('opens an error as the list does', async () => {
    const { page } = await docs.open({ hash: '#registerLamp/body.watt/less_than_equal' });
    await title(page).getByText('watt').waitFor();
    expect(await answerPanel(page).textContent()).toContain('422');
  });

  it('of an unknown name leads to the first endpoint', async () => {
    const { page } = await docs.open({ hash: '#nothing/at-all' });
    expect(await page.getByRole('heading', { level: 3 }).textContent()).toBe('Register a lamp');
  });
});

describe('an answer', () => {
  it('has its body first, coloured and foldable, and its headers folded', async () => {
    const { page } = await docs.open(register);
    await send(page);
    const panel = answerPanel(page);
    const body = page.getByRole('region', { name: 'Body', exact: true });
    expect(await body.locator('.string').first().isVisible()).toBe(true);
    await body.locator('summary').first().click();
    expect(await body.locator('.string').first().isVisible()).toBe(false);
    expect(await panel.getByText('content-type', { exact: true }).isVisible()).toBe(false);
    await panel.locator('summary', { hasText: 'Headers' }).click();
    expect(await panel.getByText('content-type', { exact: true }).isVisible()).toBe(true);
    expect(await panel.locator('.status-line').textContent()).toMatch(/\d+ ms.*bytes/);
  });

  it('stays in the history of the tab', async () => {
    const { page } = await docs.open(register);
    await send(page);
    await write(page, 'GET /nothing');
    await send(page);
    await page.getByText('History').click();
    const links = page.locator('.history').getByRole('link');
    expect((await links.allTextContents()).map((text) => text.slice(0, 3))).toEqual(['404', '201']);
    await links.nth(1).click();
    await title(page).getByText('Valid request').waitFor();
    await page.reload();
    await page.getByText('History').waitFor();
  });

  it('is in view after Send on a phone', async () => {
    const { page } = await docs.open({ ...register, viewport: { width: 390, height: 740 } });
    await send(page);
    await page.getByRole('heading', { name: 'Response', exact: true }).evaluate(inView);
    const box = await page.getByRole('heading', { name: 'Response', exact: true }).boundingBox();
    expect(box && box.y >= 0 && box.y < 740).toBe(true);
  });
});

/** Resolves once the element is in view: scrolling takes a moment. */
const inView = (element: unknown): Promise<void> =>
  new Promise((resolve) => {
    const { IntersectionObserver } = globalThis as unknown as {
      IntersectionObserver: new (
        seen: (all: { isIntersecting: boolean }[]) => void,
      ) => { observe(each: unknown): void };
    };
    new IntersectionObserver(([each]) => each?.isIntersecting && resolve()).observe(element);
  });

describe('copying', () => {
  it.each([
    ['curl', /^curl .*\/lamps/],
    ['fetch', /await fetch\("http/],
    ['python', /httpx\.request\(/],
    ['http', /^POST \/lamps HTTP\/1\.1/],
  ])('as %s', async (language, expected) => {
    const { page } = await openPage(docs.browser, docs.origin, {
      ...register,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('Copy as').selectOption(language);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(expected);
  });

  it('shows the text where there is no clipboard', async () => {
    const { page } = await docs.open(register);
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    const shown = page.waitForEvent('dialog').then(async (dialog) => {
      const text = dialog.defaultValue();
      await dialog.dismiss();
      return text;
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await shown).toContain(`${docs.origin}/docs#registerLamp/`);
  });
});

it('the address follows the request', async () => {
  const { page } = await docs.open(register);
  await write(page, 'GET /rooms');
  await expect.poll(() => address(page)).toBe(`${docs.origin}/docs#registerLamp/?GET /rooms`);
});

it('an endpoint that is chosen right after another is opened, whatever the address is by then', async () => {
  const { page } = await docs.open(register);
  await page.evaluate(`location.hash = '#listRooms/'; history.replaceState(null, '', '#registerLamp/');`);
  await page.getByRole('heading', { name: 'List rooms', level: 3 }).waitFor();
  await expect.poll(() => address(page)).toBe(`${docs.origin}/docs#listRooms/`);
});
