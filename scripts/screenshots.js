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
  valid: ['/docs#createUser/', send],
  error: ['/docs#createUser/body.age/less_than_equal', send],
  several: ['/docs#createUser/body/several', send],
  text: ['/docs#createUser/body/several', press('Text'), send],
  credentials: ['/docs#getProtected/', press('Authorize')],
  search: ['/docs', (page) => page.getByRole('combobox', { name: 'Search' }).fill('url')],
  all: ['/docs#createUser/', press('Send all')],
  model: ['/docs?model=ValidationError'],
  errors: ['/docs/errors'],
  plain: ['/docs', withoutScripts],
};

function press(name) {
  return (page) => page.getByRole('button', { name, exact: true }).click();
}

async function send(page) {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor();
}

/** Reloads the page without its script. */
async function withoutScripts(page) {
  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
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
  await page.screenshot({ path: `screenshots/${name}-${width}-${look}.png` });
  await page.close();
}

async function takeForReadme() {
  mkdirSync('docs/images', { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme });
    await page.goto(`${service.origin}/docs#createUser/body/several`);
    await press('Text')(page);
    await page.locator('.editor mark').first().waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `docs/images/page-${colorScheme}.png` });
    await page.close();
  }
}
