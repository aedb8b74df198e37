import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { serveDocs } from './_docs.ts';
import { writeDocument } from './_lamps.ts';
import { ownService } from './_own-service.ts';
import { address, answer, requestText, title } from './_page.ts';

/** The page by keyboard alone: what the Tab key reaches, and where the focus is after each act. */

/** The origin of a service that answers everything in one way. */
const origin = await ownService((_, response) => response.writeHead(418).end());

const file = writeDocument();
const docs = serveDocs(() => [file, '--try', origin]);
const register = { hash: '#registerLamp/' };
const onPhone = { ...register, viewport: { width: 390, height: 740 } };

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const watt = (page: Page) => page.getByLabel('watt', { exact: true });

/** Replaces the value of the field watt, and sends the request. */
async function sendWatt(page: Page, value: string): Promise<string> {
  await watt(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
  await expect.poll(() => address(page)).toContain(`"watt": ${value}`);
  const sent = page.locator('.history li');
  const before = await sent.count();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => sent.count()).toBe(before + 1);
  return answer(page);
}

it.each([320, 1280])('the Tab key goes from part to part as the eye does at %i pixels', async (width) => {
  const { page } = await docs.open({ ...register, viewport: { width, height: 800 } });
  await page.locator('article h3').focus();
  const stops: Corner[] = [];
  const next = () => page.evaluate<Corner | null>(PART_OF_FOCUS);
  for (let stop = await next(); stop; stop = await next()) {
    stops.push(stop);
    await page.keyboard.press('Tab');
  }
  expect(stops.length).toBeGreaterThan(50);
  expect(stops.toSorted(([left, top], [other, below]) => left - other || top - below)).toEqual(stops);
});

describe('the keyboard', () => {
  it('reaches every control, with a visible focus', async () => {
    const { page } = await docs.open(register);
    const names = new Set<string>();
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press('Tab');
      names.add(String(await page.evaluate(FOCUSED_NAME)));
      expect(
        await page.evaluate(IS_FOCUS_VISIBLE),
        await page.evaluate('document.activeElement.outerHTML'),
      ).toBe(true);
    }
    for (const name of ['Search', 'Form', 'Text', 'Authorize', 'name', 'Send', 'Copy', 'Copy link'])
      expect(
        [...names].some((each) => each.includes(name)),
        name,
      ).toBe(true);
  });

  it('keeps its place when an answer comes', async () => {
    const { page } = await docs.open(register);
    await page.getByLabel('watt', { exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Response', exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('field-body.watt');
  });

  it('keeps its place when a run or a request is started and stopped', async () => {
    const { page } = await docs.open(register);
    await page.route('**/lamps', () => {});
    const every = page.getByRole('button', { name: 'Send all of every endpoint' });
    for (const start of [page.getByRole('button', { name: 'Send all', exact: true }), every]) {
      await start.press('Enter');
      await page.locator('.run').getByRole('button', { name: 'Stop' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop');
      await page.keyboard.press('Enter');
      await every.waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Send all/);
    }
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.locator('.actions').getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByText('You stopped waiting.').first().waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Send');
  });

  it('goes to the endpoint that is found, also if that is open already', async () => {
    const { page } = await docs.open(register);
    for (const [words, summary] of [
      ['register', 'Register a lamp'],
      ['rooms', 'List rooms'],
    ] as const) {
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: summary }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(summary);
      expect(await page.evaluate(IS_FOCUS_VISIBLE)).toBe(true);
    }
  });

  it.each([320, 768])(
    'goes along to the request of an error and to an answer at %i pixels',
    async (width) => {
      const { page } = await docs.open({ ...register, viewport: { width, height: 740 } });
      await page.getByRole('button', { name: /^watt is missing/ }).press('Enter');
      await expect
        .poll(() => page.evaluate('document.activeElement.textContent'))
        .toMatch(/^watt is missing/);
      expect(await page.evaluate(IS_FOCUS_IN_VIEW)).toBe(true);
      await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Response');
      expect(await page.evaluate(IS_FOCUS_IN_VIEW)).toBe(true);
    },
  );

  it('enters a credential and forgets it', async () => {
    const { page } = await docs.open(register);
    const authorize = page.getByRole('button', { name: /^Authorize/ });
    for (const [steps, state] of [
      [['secret', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter'], 'Authorized'],
      [['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter'], 'Authorize'],
    ] as const) {
      await authorize.press('Enter');
      for (const step of steps)
        await (step === 'secret' ? page.keyboard.type(step) : page.keyboard.press(step));
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(state);
    }
  });

  it('can skip the list with a link', async () => {
    const { page } = await docs.open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(page.url()).not.toContain('#main');
  });
});

it('a value that is refused is chosen, and taken back', async () => {
  const { page, requests } = await docs.open(register);
  await page
    .locator('.field', { has: watt(page) })
    .locator('summary')
    .press('Enter');
  await page.keyboard.press('Tab');
  const value = await focused(page);
  await page.keyboard.press('Enter');
  await page.locator('.field.wrong', { has: watt(page) }).waitFor();
  expect(await focused(page)).toBe(value);
  await page.getByRole('button', { name: 'Reset' }).press('Enter');
  await expect.poll(() => watt(page).inputValue()).toBe('40');
  expect(await focused(page)).toBe('Reset');
  expect(requests.filter((each) => each.startsWith('POST /lamps'))).toEqual([]);
});

describe('a request that was sent before', () => {
  it('is shown again, with the focus where it was', async () => {
    const { page } = await docs.open(register);
    for (const value of ['7', '900', '8']) expect(await sendWatt(page, value)).toContain('418');
    await page.locator('.history summary').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => watt(page).inputValue()).toBe('900');
    expect(await focused(page)).toContain('418 POST /lamps');
  });

  it('has the focus on a phone, where it was out of view', async () => {
    const { page } = await docs.open(onPhone);
    for (const value of ['900', '7']) await sendWatt(page, value);
    await page.locator('.history summary').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toContain('less than or equal to 200');
    expect(await page.evaluate(IS_FOCUS_IN_VIEW)).toBe(true);
  });
});

it('a reply that differs leads to its request', async () => {
  const { page } = await docs.open(onPhone);
  await page.getByRole('button', { name: 'Send all', exact: true }).press('Enter');
  await page
    .getByText(/answered differently$/)
    .first()
    .waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const differing = await focused(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H4');
  expect(differing).toContain(await focused(page));
});

it('a link is copied, and shows the same request', async () => {
  const { page } = await docs.open({ ...register, permissions: ['clipboard-read', 'clipboard-write'] });
  await sendWatt(page, '900');
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  expect(await focused(page)).toBe('Copy link');
  const { page: other } = await docs.open({
    hash: new URL(await page.evaluate('navigator.clipboard.readText()')).hash,
  });
  expect(await watt(other).inputValue()).toBe('900');
});

it('requests go to the service that the arrow keys choose', async () => {
  const { page } = await docs.open(register);
  expect(await sendWatt(page, '41')).toContain('418');
  await page.getByLabel('Send to').press('ArrowDown');
  expect(await sendWatt(page, '42')).toContain('201');
  await page.getByLabel('Send to').press('ArrowUp');
  expect(await sendWatt(page, '43')).toContain('418');
});

it('the text follows the form, and the form the text', async () => {
  const { page } = await docs.open(register);
  await page.getByRole('button', { name: 'Text', exact: true }).press('Enter');
  expect(await focused(page)).toBe('Text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+End');
  for (let key = 0; key < 2; key++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('0');
  expect(await requestText(page)).toContain('"watt": 400');
  await page.getByRole('button', { name: 'Form', exact: true }).press('Enter');
  expect(await watt(page).inputValue()).toBe('400');
  await title(page).getByText('less than or equal to 200').waitFor();
});

it('the credentials keep keys to themselves, and Escape leaves nothing of what was entered', async () => {
  const { page, requests } = await docs.open(register);
  await page.getByRole('button', { name: 'Authorize' }).press('Enter');
  await page.keyboard.type('secret');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+Enter');
  const key = page.locator('dialog').getByLabel('key', { exact: true });
  expect(await key.inputValue()).toBe('secret');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Authorize');
  await expect.poll(() => key.inputValue()).toBe('');
  expect(requests.filter((each) => each.startsWith('POST /lamps'))).toEqual([]);
});

/** The corner of the part of an endpoint that has the focus: its title, its request, its reference. */
type Corner = [left: number, top: number];

const PART_OF_FOCUS = `(() => {
  const { left, top } = document.activeElement.closest('.about, .try, .sections')?.getBoundingClientRect() ?? {};
  return left === undefined ? null : [left, top + scrollY];
})()`;

const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  return (element.labels?.[0]?.textContent ?? '') + ' ' + element.id + ' ' + element.textContent;
})()`;

const IS_FOCUS_IN_VIEW = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

const IS_FOCUS_VISIBLE = `(() => {
  const element = document.activeElement;
  return element === document.body || getComputedStyle(element).outlineStyle !== 'none';
})()`;
