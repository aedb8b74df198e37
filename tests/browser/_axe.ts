import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** A way to look at a page. */
interface Look {
  readonly name: string;
  readonly media: Media;
  /** The part of the window's width and height that is left when everything is enlarged. */
  readonly part: number;
}

const plain: Media = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' };
const looks: readonly Look[] = [
  { name: 'light', media: plain, part: 1 },
  { name: 'dark', media: { ...plain, colorScheme: 'dark' }, part: 1 },
  { name: 'forced colours', media: { ...plain, forcedColors: 'active' }, part: 1 },
  { name: '200 %, less motion', media: { ...plain, reducedMotion: 'reduce' }, part: 0.5 },
];

/** The barriers of a page, in each look: violations of axe's rules, things that stick out, and motion that nobody wants. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  const { width = 1280, height = 800 } = page.viewportSize() ?? {};
  await page.evaluate(axe.source);
  for (const { name, media, part } of looks) {
    await page.emulateMedia(media);
    if (part !== 1) await page.setViewportSize({ width: Math.max(320, width * part), height: height * part });
    found.push(...(await run(page)).map((line) => `${name}: ${line}`));
  }
  await page.setViewportSize({ width, height });
  await page.emulateMedia(plain);
  return found;
}

async function run(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate(RUN);
  const lines = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.slice(0, 200)}`),
  );
  return [...lines, ...(await page.evaluate<string[]>(BARRIERS))];
}

/** Leaves out what would take long: a reference that nobody sees, and, of one that is seen, articles beyond the first few, which are made alike. */
const RUN = `axe.run({
  exclude: [[document.body.matches('.ready:not(.reading)') ? '#reference' : 'article:nth-of-type(n + 6)']],
})`;

/** Barriers that axe has no rule for. */
const BARRIERS = `const lasts = ({ effect }) => effect.getTiming().duration > 0; [
  document.documentElement.scrollWidth > innerWidth ? 'sticks out' : '',
  matchMedia('(prefers-reduced-motion: reduce)').matches && document.getAnimations().some(lasts) ? 'moves' : '',
].filter(Boolean)`;
