/**
 * Takes a screenshot of each view of the page at /docs, at each width, in light and dark, in forced colours and at 200 %, into
 * `screenshots/`. Words choose views by name; `--readme` takes those of the README instead, into `docs/images/`.
 */
import { mkdirSync } from 'node:fs';
import app from '../dist/entries/practice.js';
import { launchChromium } from './chromium.js';

const widths = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [375, 667],
  [320, 640],
];

/** Forced colours and 200 % are taken at one width: they change the same things at all. */
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active', scales: [[1280, 800]] },
  double: { deviceScaleFactor: 2, scales: [[640, 400]] },
};

/** The views by name: the address, and the steps to take there. */
const views = {
  start: ['/docs'],
  refused: ['/docs', choose('createUser/body.age/less_than_equal')],
  several: ['/docs', choose('createUser/body/several')],
  pointed: ['/docs', choose('createUser/body/several'), point('.card')],
  sentence: ['/docs', choose('getProtected/credential/missing')],
  object: ['/docs', choose('checkPrice/example/free-of-charge')],
  long: ['/docs', choose('createUser/body/too_large')],
  accepted: ['/docs', choose('createUser/request/accepted/example')],
  body: ['/docs', choose('createUser/body/several'), press('#tab-Body')],
  headers: ['/docs', choose('createUser/body/several'), press('#tab-Headers')],
  time: ['/docs', choose('createUser/body/several'), press('#tab-Time')],
  changed: ['/docs', choose('createUser/body.age/less_than_equal'), type('GET /users/?page=0&limit=101')],
  unsendable: ['/docs', type('GET /docs/../users\nCookie: a=b\n\n{}'), press('#send')],
  silent: ['/docs', answerBy((route) => route.abort()), press('#send'), shown('.silence')],
  waiting: ['/docs', answerBy(() => {}), press('#send'), shown('.silence')],
  other: ['/docs', answerBy((route) => route.fulfill({ status: 200, json: {} })), press('#send'), answered],
  search: ['/docs', (page) => page.locator('#search').fill('url')],
  nothing: ['/docs', (page) => page.locator('#search').fill('nothing is called so')],
  'by-status': ['/docs', press('[data-order="status"]'), press('#list .group')],
  'by-type': ['/docs', press('[data-order="type"]'), press('#list .part:nth-child(3) .group')],
  reference: ['/docs#reference'],
  errors: ['/docs/errors'],
  plain: ['/docs', withoutScripts],
  'plain-command': ['/docs', withoutScripts, press('article details summary')],
};

function choose(id) {
  return async (page) => {
    await page.goto(`${page.url().split('#')[0]}#${id}`);
    await shown('#operation:not(:empty)')(page);
    await press('#send')(page);
    await answered(page);
  };
}

/** Clicks by script, since the element may be out of sight on a narrow page. */
function press(selector) {
  return (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => found.click());
}

function point(selector) {
  return (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => found.dispatchEvent(new MouseEvent('mouseenter')));
}

function shown(selector) {
  return (page) => page.locator(selector).first().waitFor({ state: 'attached' });
}

function answered(page) {
  return shown('#announcement:not(:empty)')(page);
}

function answerBy(act) {
  return (page) => page.route('**/users/', act);
}

/** Reloads the page without its script; JavaScript stays on, so that elements can be clicked. */
async function withoutScripts(page) {
  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
  await page.locator('#reference').waitFor();
}

function type(text) {
  return (page) =>
    page.locator('#text').evaluate((area, value) => {
      area.value = value;
      area.dispatchEvent(new Event('input'));
    }, text);
}

const { browser, close } = await launchChromium();
const service = await app.listen();
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
try {
  if (process.argv.includes('--readme')) await takeForReadme();
  else await takeAll();
} finally {
  await service.close();
  await close();
}

async function takeAll() {
  mkdirSync('screenshots', { recursive: true });
  for (const [look, { scales = widths, ...media }] of Object.entries(looks))
    for (const [width, height] of scales)
      for (const name of Object.keys(views))
        if (matches(`${name}-${width}-${look}`)) await take(name, { width, height, look, media });
}

function matches(name) {
  return only.length === 0 || only.some((word) => name.includes(word));
}

async function take(name, { width, height, look, media }) {
  const [address, ...acts] = views[name];
  const page = await browser.newPage({ viewport: { width, height }, ...media });
  await page.goto(service.origin + address);
  for (const act of acts) await act(page);
  const hasSteps = width < 768 && (await page.locator('.steps').isVisible());
  const steps = hasSteps && address === '/docs' ? ['choose', 'request', 'answer'] : [''];
  for (const step of steps) {
    if (step !== '') await page.locator(`[data-step="${step}"]`).last().click();
    await page.screenshot({ path: `screenshots/${name}-${width}-${look}${step && `-${step}`}.png` });
  }
  await page.close();
}

async function takeForReadme() {
  mkdirSync('docs/images', { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1120, height: 560 }, colorScheme });
    await page.goto(`${service.origin}/docs`);
    await choose('createUser/body/several')(page);
    await page.screenshot({ path: `docs/images/page-${colorScheme}.png` });
    await page.close();
  }
}
