import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../src/cli/settings.ts';
import { baseImages, buildImage, execForm, type Image, includedFiles, lastStep } from '../_container.ts';
import { freePort } from '../_free-port.ts';
import { ProcessOutput, styleOf } from '../_service.ts';

/** The container image, built without a container engine. */

/** The names of the files in a folder, and the hashes of their contents. */
function filesOf(folder: string): (readonly [name: string, hash: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file), hash('sha256', readFileSync(file))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('the Dockerfile', () => {
  it('is well-formed', () => {
    expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
  });

  it('starts from one exact version of Node, a line with long-term support', () => {
    expect(new Set(baseImages).size).toBe(1);
    const [, line] = /^node:(\d+)\.\d+\.\d+-alpine$/.exec(baseImages[0] ?? '') ?? [];
    expect(Number(line) % 2).toBe(0);
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(Number(line)).toBeGreaterThan(Number(/^>=(\d+)/.exec(engines.node)?.[1]));
  });

  it('runs the service as a user other than root, as the process that gets signals', () => {
    expect(lastStep('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(lastStep('STOPSIGNAL')).toBe('SIGTERM');
    expect(execForm('ENTRYPOINT')[0]).toBe('node');
    expect(lastStep('EXPOSE')).toBe(String(settings.port.fallback));
  });

  it('has only the files that the build needs in its context', () => {
    expect(includedFiles().filter((name) => !existsSync(name))).toEqual([]);
    expect(includedFiles().filter((name) => /^(?:\.git|node_modules|dist|tests|tools)/.test(name))).toEqual(
      [],
    );
  });
});

describe('the image', () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage();
  });
  afterAll(() => image.remove());

  const start = ([program = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
    spawn(program, args, { cwd: image.cwd, env: { ...process.env, ...image.env, ...env } });

  it('has no development files', () => {
    for (const needed of ['dist/entries/node.js', 'node_modules/prom-client', 'LICENSE', 'package.json'])
      expect(existsSync(join(image.cwd, needed)), needed).toBe(true);
    for (const needless of [
      'src',
      'scripts',
      'node_modules/typescript',
      'node_modules/vitest',
      'package-lock.json',
    ])
      expect(existsSync(join(image.cwd, needless)), needless).toBe(false);
  });

  it('has the same dist as a build elsewhere', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'));
    for (const name of includedFiles()) cpSync(name, join(elsewhere, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: elsewhere, stdio: 'ignore' });
    expect(filesOf(join(image.cwd, 'dist'))).toEqual(filesOf(join(elsewhere, 'dist')));
    rmSync(elsewhere, { recursive: true });
  });

  it('serves, reports its health, and stops on SIGTERM', async () => {
    const env = { PORT: String(await freePort()) };
    const healthy = async () => (await once(start(execForm('HEALTHCHECK'), env), 'exit'))[0];
    expect(await healthy()).toBe(1);
    const service = start(execForm('ENTRYPOINT'), env);
    const exited = once(service, 'exit');
    const origin = await new ProcessOutput(service).waitFor(/ listens on ([^\s,]+)/);
    expect(await healthy()).toBe(0);
    expect((await fetch(await styleOf(origin))).headers.get('content-type')).toMatch(/^text\/css/);
    service.kill();
    expect(await exited).toEqual([0, null]);
    expect(await healthy()).toBe(1);
  });
});
