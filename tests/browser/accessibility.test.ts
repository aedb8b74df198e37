import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { violations } from './_axe.ts';
import { serveDocs } from './_docs.ts';
import { answer, caseLink, choose, group, send, write } from './_page.ts';

/** Accessibility of the documentation: in light and dark, at any width, by keyboard and by screen reader. */

const docs = serveDocs();

/** The states of the page, and the steps to each. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  start: async () => {},
  refused: async (page) => {
    await choose(page, 'createUser/body/several');
    await answer(page);
  },
  'card hovered': async (page) => {
    await choose(page, 'createUser/body/several');
    await answer(page);
    await page.locator('.card').first().hover();
  },
  accepted: async (page) => {
    await choose(page, 'createUser/request/accepted/example');
    await send(page);
  },
  changed: async (page) => {
    await choose(page, 'createUser/body.age/int_parsing');
    await answer(page);
    await write(page, 'GET /users/');
  },
  'not sendable': async (page) => {
    await write(page, 'GET /users/\nCookie: a=b');
    await page.locator('#text').press('Control+Enter');
    await page.getByText('A browser can’t send this').first().waitFor();
  },
  headers: (page) => answered(page, 'Headers'),
  body: (page) => answered(page, 'Body'),
  time: (page) => answered(page, 'Time'),
  'no answer': async (page) => {
    await page.route('**/users/', (route) => route.abort());
    await page.locator('#text').press('Control+Enter');
    await page.getByText('No reply', { exact: true }).waitFor();
  },
  waiting: async (page) => {
    await page.route('**/users/', () => {});
    await page.locator('#text').press('Control+Enter');
    await page.getByText('Waiting for the reply').waitFor();
  },
  'an unexpected answer': async (page) => {
    await page.route('**/users/', (route) => route.fulfill({ status: 409, body: '<h1>Oh</h1>' }));
    await page.locator('#text').press('Control+Enter');
    await page.getByText('the contract says 422').waitFor();
  },
  stopped: async (page) => {
    await page.route('**/users/', () => {});
    await page.locator('#text').press('Control+Enter');
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('You stopped waiting').first().waitFor();
  },
  redirected: async (page) => {
    await write(page, 'GET /search?query=lamp');
    await send(page);
  },
  'no clipboard': async (page) => {
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('The browser doesn’t allow copying here').waitFor();
  },
  'no refusals': async (page) => {
    await page.route('**/cases.json*', (route) => route.abort());
    await group(page, 'search').click();
    await caseLink(page, 'search/query.query/missing').click();
    await page.getByText('The refusals can’t be loaded').first().waitFor();
  },
  'nothing refused': async (page) => {
    await group(page, 'getDocs').click();
    await caseLink(page, 'getDocs').click();
    await page.getByRole('heading', { name: 'Nothing is refused here' }).waitFor();
  },
  'nothing found': (page) => page.getByLabel('Search endpoints').fill('nothing is called so'),
  searched: (page) => page.getByLabel('Search endpoints').fill('url'),
  'by status': (page) => page.getByRole('button', { name: 'Status', exact: true }).click(),
  'by type': (page) => page.getByRole('button', { name: 'Type', exact: true }).click(),
};

async function answered(page: Page, tab: string): Promise<void> {
  await choose(page, 'createUser/body/several');
  await answer(page);
  await page.getByRole('tab', { name: tab }).click();
}

describe('the page has no accessibility problems', () => {
  it.each(Object.entries(states))('in the state: %s', async (_, show) => {
    const { page, complaints } = await docs.open();
    await show(page);
    expect(await violations(page)).toEqual([]);
    expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it.each(['docs#reference', 'docs/errors'])('at /%s', async (path) => {
    const page = await docs.browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${docs.origin}/${path}`);
    for (const details of (await page.locator('summary:visible').all()).slice(0, 5)) await details.click();
    expect(await violations(page)).toEqual([]);
  });

  it.each(['docs#reference', 'docs/errors'])('in the contents of /%s on a phone', async (path) => {
    const page = await docs.browser.newPage({ viewport: { width: 360, height: 740 } });
    onTestFinished(() => page.close());
    await page.goto(`${docs.origin}/${path}`);
    await page.getByText('Contents', { exact: true }).click();
    expect(await violations(page)).toEqual([]);
  });

  it.each(['docs', 'docs/errors'])('at /%s without scripts', async (path) => {
    const context = await docs.browser.newContext();
    onTestFinished(() => context.close());
    await context.route('**/*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${docs.origin}/${path}`);
    await page.locator('#reference').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('the layout', () => {
  it.each([320, 360, 640, 768, 1024, 1280, 1920])('does not overflow at %i pixels', async (width) => {
    const viewport = { width, height: 740 };
    const { page } = await docs.open({ viewport });
    const widest = () => page.evaluate('document.documentElement.scrollWidth');
    await page.locator('#send').evaluate((button: { click(): void }) => button.click());
    await page.locator('#announcement:not(:empty)').waitFor({ state: 'attached' });
    expect(await widest()).toBeLessThanOrEqual(width);
    for (const step of width < 768 ? ['choose', 'request', 'answer'] : []) {
      await page.locator(`.steps [data-step="${step}"]`).click();
      expect(await widest()).toBeLessThanOrEqual(width);
      if (width === 360) expect(await violations(page)).toEqual([]);
    }
    if (width >= 768) expect(await page.evaluate(IS_SEND_FREE)).toBe(true);
    for (const path of ['docs#reference', 'docs/errors']) {
      await page.goto(`${docs.origin}/${path}`);
      expect(await widest()).toBeLessThanOrEqual(width);
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
    }
  });

  it('is split into three steps on a phone', async () => {
    const { page } = await docs.open({ viewport: { width: 360, height: 740 } });
    expect(await page.locator('#text').isVisible()).toBe(false);
    await choose(page, 'createUser/body.age/int_parsing');
    await page.locator('#text').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('request-title');
    await page.getByRole('button', { name: 'Reply 422' }).click();
    expect(await page.locator('.card .message').textContent()).toBe('Age: must be an integer');
    expect(await page.locator('#text').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Choose' }).click();
    expect(await caseLink(page, 'createUser/body.age/int_parsing').isVisible()).toBe(true);
  });
});

it('the parts of the request do not overlap in a small window', async () => {
  const { page } = await docs.open({ viewport: { width: 640, height: 400 } });
  await page.locator('[data-step="request"]').click();
  await write(page, 'GET /docs/../users\nCookie: a=b\n\n{}');
  const boxes = await page
    .locator('#request > :visible')
    .evaluateAll((all: Box[]) =>
      all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    );
  expect(boxes.length).toBeGreaterThan(3);
  for (const [at, [top = 0]] of boxes.entries()) expect(top).toBeGreaterThanOrEqual(boxes[at - 1]?.[1] ?? 0);
});

interface Box {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

describe('the keyboard', () => {
  it('reaches every control, with a visible focus', async () => {
    const { page } = await docs.open({ hash: '#createUser/body/several' });
    await page.keyboard.press('Control+Enter');
    await page.locator('#announcement:not(:empty)').waitFor({ state: 'attached' });
    const names = new Set<string>();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      names.add(String(await page.evaluate(FOCUSED_NAME)));
      expect(await page.evaluate(IS_FOCUS_VISIBLE), [...names].at(-1)).toBe(true);
    }
    for (const name of [
      'Search endpoints and refusals',
      'Status',
      'text',
      'Field to change',
      'Send',
      'Copy',
      'Copy link',
      'Detail',
    ])
      expect(
        [...names].some((each) => each.includes(name)),
        name,
      ).toBe(true);
  });

  it('keeps the focus when an answer comes', async () => {
    const { page } = await docs.open();
    await group(page, 'listUsers').click();
    await caseLink(page, 'listUsers/query.page/int_parsing').focus();
    await page.keyboard.press('Enter');
    await answer(page);
    await page.locator('#text').focus();
    await page.keyboard.press('Control+Enter');
    await page.locator('#answer-content:not([aria-busy])').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('text');
    await page.getByRole('button', { name: 'Send' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#answer-content:not([aria-busy])').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('send');
  });

  it('keeps the focus in the list when it is rendered again', async () => {
    const { page } = await docs.open();
    await group(page, 'listUsers').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.dataset.key')).toBe('operation listUsers');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await answer(page);
    await caseLink(page, 'listUsers/query.page/greater_than_equal').focus();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
  });

  it('can skip the list with a link', async () => {
    const { page } = await docs.open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(page.url()).not.toContain('#main');
  });
});

describe('a screen reader', () => {
  it('announces each answer once, in short', async () => {
    const { page } = await docs.open();
    await page.evaluate(
      `new MutationObserver((all) => { window.told = (window.told ?? 0) + all.filter(({ addedNodes }) => addedNodes.length > 0).length; })
        .observe(document.getElementById('announcement'), { childList: true })`,
    );
    await choose(page, 'createUser/body/several');
    await answer(page);
    const told = await page.locator('#announcement').textContent();
    expect(told).toBe('422 Unprocessable Content, 4 entries: Name: must be a string');
    expect(await page.evaluate('told')).toBe(1);
  });

  it('finds one h1, landmarks and unique ids', async () => {
    const { page } = await docs.open();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('navigation').count()).toBe(2);
    const ids = await page.locator('[id]').evaluateAll((all: { id: string }[]) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('the request and its marks are visible in forced colours', async () => {
  const { page } = await docs.open({ forcedColors: 'active' });
  const outline = await page.evaluate(
    `getComputedStyle(document.querySelector('#painted mark')).outlineStyle`,
  );
  expect(outline).toBe('solid');
  expect(await page.locator('#painted mark').first().isVisible()).toBe(true);
  const fill = await page.evaluate(`getComputedStyle(document.getElementById('text')).webkitTextFillColor`);
  expect(fill).not.toBe('rgba(0, 0, 0, 0)');
});

/** True if nothing covers the button. */
const IS_SEND_FREE = `(() => {
  const send = document.getElementById('send');
  const { left, top } = send.getBoundingClientRect();
  return send.contains(document.elementFromPoint(left + 4, top + 4));
})()`;

/** Single words in table cells that wrap. */
const BROKEN_WORDS = `[...document.querySelectorAll('.reference :is(thead th, td)')]
  .filter((cell) => /^\\w+$/.test(cell.textContent) && !cell.querySelector('code'))
  .filter(({ firstChild }) => {
    const range = document.createRange();
    range.selectNodeContents(firstChild);
    return range.getClientRects().length > 1;
  })
  .map((cell) => cell.textContent)`;

const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  return (element.getAttribute('aria-label') ?? '') + ' ' + element.id + ' ' + element.textContent;
})()`;

const IS_FOCUS_VISIBLE = `(() => {
  const element = document.activeElement;
  if (element === document.body) return true;
  const framed = element.id === 'text' ? element.parentElement : element;
  return getComputedStyle(framed).outlineStyle !== 'none';
})()`;
