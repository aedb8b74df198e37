/**
 * Takes a picture of each view of the page at /docs, on each width, in light and in dark, into `screenshots/`: for whoever
 * changes the page to look at. `--readme` takes those of the README instead, into `docs/images/`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import app from '../dist/entries/practice.js';

const MONOSPACE =
  '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';

const widths = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [360, 740],
  [320, 640],
];

/** Each view by its name: the address, and what is done there. */
const views = {
  start: ['/docs'],
  refused: ['/docs', choose('createUser/body.age/less_than_equal')],
  several: ['/docs', choose('createUser/body/several')],
  sentence: ['/docs', choose('getProtected/credential/missing')],
  object: ['/docs', choose('checkPrice/example/free-of-charge')],
  accepted: ['/docs', choose('createUser/request/accepted/example'), (page) => page.locator('#send').click()],
  body: ['/docs', choose('createUser/body/several'), tab('Body')],
  headers: ['/docs', choose('createUser/body/several'), tab('Headers')],
  changed: ['/docs', choose('createUser/body.age/less_than_equal'), type('GET /users/?page=0&limit=101')],
  unsendable: [
    '/docs',
    type('GET /docs/../users\nCookie: a=b\n\n{}'),
    (page) => page.locator('#send').click(),
  ],
  search: ['/docs', (page) => page.locator('#search').fill('url')],
  'by-status': ['/docs', (page) => page.getByRole('button', { name: 'Status' }).click()],
  reference: ['/docs#reference'],
  errors: ['/docs/errors'],
};

function choose(id) {
  return async (page) => {
    await page.goto(`${page.url().split('#')[0]}#${id}`);
    await page.locator('#operation:not(:empty)').waitFor({ state: 'attached' });
    await page.locator('#send').evaluate((send) => send.click());
    await page.locator('.status-line').waitFor({ state: 'attached' });
  };
}

function tab(name) {
  return (page) => page.locator(`#tab-${name}`).evaluate((found) => found.click());
}

function type(text) {
  return (page) =>
    page.locator('#text').evaluate((area, value) => {
      area.value = value;
      area.dispatchEvent(new Event('input'));
    }, text);
}

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const browser = await launch();
const service = await app.listen();
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
try {
  if (process.argv.includes('--readme')) await takeForReadme();
  else await takeAll();
} finally {
  await service.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Launches the browser as the tests do (tests/browser/_chromium.ts). */
async function launch() {
  const { TMPDIR } = process.env;
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  const executablePath = process.env.CHROMIUM ?? (await packed.executablePath());
  Object.assign(process.env, { TMPDIR: TMPDIR ?? '/tmp' });
  const fonts = join(folder, 'fonts');
  const cache = join(folder, 'fonts-cache');
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${cache}</cachedir>${MONOSPACE}</fontconfig>`,
  );
  const libraries = join(folder, 'al2023', 'lib');
  const env = { ...process.env, FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries };
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
}

async function takeAll() {
  mkdirSync('screenshots', { recursive: true });
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of widths)
      for (const name of Object.keys(views))
        if (matches(`${name}-${width}-${colorScheme}`)) await take(name, { width, height, colorScheme });
}

function matches(name) {
  return only.length === 0 || only.some((word) => name.includes(word));
}

async function take(name, { width, height, colorScheme }) {
  const [address, ...acts] = views[name];
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(service.origin + address);
  for (const act of acts) await act(page);
  const steps = width < 768 && address === '/docs' ? ['choose', 'request', 'answer'] : [''];
  for (const step of steps) {
    if (step !== '') await page.locator(`[data-step="${step}"]`).last().click();
    await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}${step && `-${step}`}.png` });
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
