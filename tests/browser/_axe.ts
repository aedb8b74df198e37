import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** A media setting in which a page is checked. */
interface Look {
  readonly name: string;
  readonly media: Media;
  /** The share of the window that is left when everything is enlarged. */
  readonly part: number;
}

const plain: Media = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' };
const looks: readonly Look[] = [
  { name: 'light', media: plain, part: 1 },
  { name: 'dark', media: { ...plain, colorScheme: 'dark' }, part: 1 },
  { name: 'forced colours', media: { ...plain, forcedColors: 'active' }, part: 1 },
  { name: '200 %, less motion', media: { ...plain, reducedMotion: 'reduce' }, part: 0.5 },
];

/** Finds the accessibility problems of a page in each media setting: violations of axe's rules, overflow, and unwanted motion. */
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
  return [...lines, ...(await page.evaluate<string[]>(OTHER_PROBLEMS))];
}

/** Also checks the size of targets, which axe leaves out by default; of many alike articles, it checks the first few. */
const RUN = `axe.run({ exclude: [['article:nth-of-type(n + 6)']] }, { rules: { 'target-size': { enabled: true } } })`;

/** Problems that axe has no rule for. */
const OTHER_PROBLEMS = `const lasts = ({ effect }) => effect.getTiming().duration > 0; [
  document.documentElement.scrollWidth > innerWidth ? 'overflows' : '',
  matchMedia('(prefers-reduced-motion: reduce)').matches && document.getAnimations().some(lasts) ? 'moves' : '',
].filter(Boolean)`;
