import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessOutput } from '../_service.ts';

/** `npm start` in a checkout, built or not. */

const parts = ['.npmrc', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const folders = ['dist', 'scripts', 'src'];
/** A user without write access; only root can become that user. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'assay-'));
  chmodSync(checkout, 0o755);
  for (const name of [...parts, ...folders]) cpSync(name, join(checkout, name), { recursive: true });
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function npmStart(owner: object = {}) {
  const env = { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', HOME: checkout };
  return spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...env, npm_config_logs_max: '0', npm_config_update_notifier: 'false' },
    ...owner,
  });
}

/** Starts the service, sends a request, stops the service, and returns the status. */
async function serves(owner?: object): Promise<number> {
  const child = npmStart(owner);
  const closed = once(child, 'close');
  const { status } = await fetch(await new ProcessOutput(child).waitFor(/ listens on ([^\s,"]+)/));
  child.kill();
  await closed;
  return status;
}

/** Expects the start to fail, and returns the error message. */
async function refuses(owner?: object): Promise<string[]> {
  const child = npmStart(owner);
  const output = new ProcessOutput(child);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  return output.text.split('\n').filter((line) => line !== '' && !/^(?:> |npm warn)/.test(line));
}

const builtAt = () => statSync(join(checkout, 'dist', 'entries', 'node.js')).mtimeMs;
const append = (name: string, more = '// more') => appendFileSync(join(checkout, name), `\n${more}\n`);
const remove = (name: string) => rmSync(join(checkout, name), { recursive: true });

describe('with the build tools', () => {
  beforeAll(() => symlinkSync(resolve('node_modules'), join(checkout, 'node_modules')));
  afterAll(() => remove('node_modules'));

  it('builds after an installation, so that npx finds the command', () => {
    const prepare = () => execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: checkout });
    remove('dist');
    prepare();
    const version = execFileSync('npx', ['assay', '--version'], { cwd: checkout, encoding: 'utf8' });
    expect(version).toContain('assay 1.0.0');
  });

  it('serves the last build, and builds again when the source has changed', async () => {
    expect(await serves()).toBe(200);
    const before = builtAt();
    expect(await serves()).toBe(200);
    expect(builtAt()).toBe(before);
    append('src/entries/health.ts', 'export const more = 1;');
    expect(await serves()).toBe(200);
    expect(builtAt()).not.toBe(before);
    expect(readFileSync(join(checkout, 'dist', 'entries', 'health.js'), 'utf8')).toMatch(
      /export \{[^}]*\bmore\b/,
    );
  });
});

describe('without the build tools', () => {
  const toInstall = 'the build tools are not installed: npm ci --include=dev && npm run build';
  beforeAll(() => {
    const quick = ['--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', ['ci', '--omit=dev', ...quick], { cwd: checkout, stdio: 'ignore' });
  });

  it('serves the last build', async () => {
    expect(await serves()).toBe(200);
  });

  it('serves the last build from a read-only folder', async () => {
    execFileSync('chmod', ['-R', 'a-w,a+rX', checkout]);
    expect(await serves(nobody)).toBe(200);
    execFileSync('chmod', ['-R', 'u+w', checkout]);
  });

  it('says what to do if the build is older than the source', async () => {
    append('src/index.ts');
    expect(await refuses()).toEqual([`dist is older than its source, and ${toInstall}`]);
  });

  it('says what to do if nothing is built', async () => {
    remove('dist');
    expect(await refuses()).toEqual([`Assay is not built, and ${toInstall}`]);
  });
});

it('says what to do if it can build, but not write', async () => {
  rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  execFileSync('chmod', [
    '-R',
    'a-w,a+rX',
    ...folders.slice(1).map((name) => join(checkout, name)),
    checkout,
  ]);
  expect(await refuses(nobody)).toEqual([
    'Assay is not built, and this folder is read-only: npm run build where it can be written, and copy dist from there',
  ]);
  execFileSync('chmod', ['u+w', checkout]);
});
