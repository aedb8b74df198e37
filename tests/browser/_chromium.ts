import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { vi } from 'vitest';

export interface Chromium {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Arguments that keep the browser from any other server than the page's. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches the Chromium of the npm package, unpacked into a folder of its own, so that runs do not disturb each other. It is for Linux
 * on x64; elsewhere, `CHROMIUM` has to name a browser.
 */
export async function launchChromium(): Promise<Chromium> {
  const directory = await mkdtemp(join(tmpdir(), 'chromium-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const { CHROMIUM } = process.env;
    const options = CHROMIUM ? { executablePath: CHROMIUM } : await unpack(directory);
    const browser = await chromium.launch({ args, timeout: 120_000, ...options });
    return { browser, close: () => browser.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Unpacks Chromium with the libraries and fonts that a minimal Linux lacks. The package brings both, but unpacks the
 * libraries only on AWS, and looks for the fonts only in `/tmp`.
 */
async function unpack(directory: string): Promise<LaunchOptions> {
  vi.stubEnv('TMPDIR', directory).stubEnv('AWS_EXECUTION_ENV', 'AWS_Lambda_nodejs20.x');
  const executablePath = await packed.executablePath().finally(() => vi.unstubAllEnvs());
  const fonts = join(directory, 'fonts');
  const cache = join(directory, 'fonts-cache');
  await writeFile(
    join(fonts, 'fonts.conf'),
    `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  const libraries = join(directory, 'al2023', 'lib');
  return { executablePath, env: { ...process.env, FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries } };
}
