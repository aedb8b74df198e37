/**
 * Measures how soon the page at /docs is painted and usable in Chromium, how much of it shifts, and how long its longest task is when
 * the list is used: for the practice service, or for a document. Each round opens the page without a cache; the first, for which
 * the service makes the page, is printed apart. Of the others it prints the best and the median, since a busy machine slows
 * browsers most. Exits with 1 if the best is over its bound; documents have wider bounds. `npm run bench -- page [document.json]`.
 */
import { join } from 'node:path';
import { launchChromium } from '../../scripts/chromium.js';
import { median } from './measure.js';
import { start } from './process.js';

const ROUNDS = 7;
const [document] = process.argv.slice(2);
const bounds = document
  ? { paint: 1500, usable: 1500, moved: 0.02, list: 100 }
  : { paint: 300, usable: 500, moved: 0.02, list: 50 };
const units = {
  paint: 'ms until the first paint',
  usable: 'ms until a request and its expected answer are shown',
  moved: 'of the window has moved (CLS)',
  list: 'ms in the longest task, when an endpoint is opened, searched for, and the list is scrolled',
};

const assay = join(import.meta.dirname, '..', '..', 'dist', 'entries', 'node.js');
const quiet = ['sh', '-c', 'exec "$@" 2>/dev/null', 'sh', process.execPath, assay];
const command = document ? [...quiet, document] : quiet;

/** Runs in the page before anything else. */
const observe = `
  window.moved = 0;
  window.tasks = [];
  const onEach = (type, act) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
  onEach('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) moved += value; });
  onEach('longtask', ({ startTime, duration }) => tasks.push({ startTime, duration }));
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.panel.answer')) return;
    window.usable = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });`;

/** Uses the list, one step per frame. */
const work = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const [index, search] = ['index', 'search-words'].map((id) => document.getElementById(id));
  for (const link of [...index.querySelectorAll('a[data-name]')].slice(-8, -4)) { link.click(); await frame(); }
  search.focus();
  for (const text of ['u', 'us', 'use', 'user', '']) {
    search.value = text;
    search.dispatchEvent(new Event('input'));
    await frame();
  }
  for (let step = 0; step < 40; step++) { index.scrollTop += 400; await frame(); }
})()`;

async function measure(browser, port) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(`http://127.0.0.1:${port}/docs`);
    await page.locator('.panel.answer').waitFor();
    const [opened, moved] = await page.evaluate('[performance.now(), moved]');
    await page.evaluate(work);
    const times = await page.evaluate(`({
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      usable,
      list: Math.max(0, ...tasks.filter(({ startTime }) => startTime > ${opened}).map(({ duration }) => duration)),
    })`);
    // Shifts after clicks by a script count as unexpected, so what moves later is not counted.
    return { ...times, moved };
  } finally {
    await context.close();
  }
}

const service = await start({ command, env: { LOG_LEVEL: 'silent' } });
const { browser, close } = await launchChromium();
const rounds = [];
try {
  const { paint, usable } = await measure(browser, service.port);
  console.log(`${Math.round(paint)} and ${Math.round(usable)} ms for the very first visit`);
  while (rounds.length < ROUNDS) rounds.push(await measure(browser, service.port));
} finally {
  await close();
  await service.stop();
}

for (const [name, bound] of Object.entries(bounds)) {
  const values = rounds.map((round) => round[name]);
  const [best, middle] = [Math.min(...values), median(values)].map((value) => value.toPrecision(3));
  console.log(`${best} (median ${middle}, at most ${bound}) ${units[name]}`);
  if (Number(best) > bound) process.exitCode = 1;
}
