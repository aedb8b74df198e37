import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const MONOSPACE =
  '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';

/** Launches the browser of the tests (tests/browser/_chromium.ts), with the fonts of the system where it has some. */
export async function launchChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  const { TMPDIR = tmpdir() } = process.env;
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  const executablePath = process.env.CHROMIUM ?? (await packed.executablePath());
  Object.assign(process.env, { TMPDIR });
  const fonts = join(folder, 'fonts');
  const cache = join(folder, 'fonts-cache');
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${cache}</cachedir>${MONOSPACE}</fontconfig>`,
  );
  const libraries = join(folder, 'al2023', 'lib');
  const env = { ...process.env, FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries };
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
  return {
    browser,
    close: () => browser.close().finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}
