import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseImages, execForm } from '../_container.ts';
import { freePort } from '../_free-port.ts';
import { ProcessOutput, styleOf } from '../_service.ts';

/**
 * The image as buildah builds it, which needs no engine. No registry of images is asked: its base has the same Node on Debian, made
 * by debootstrap.
 */

const tools = ['buildah', 'debootstrap'];
const hasTools = tools.every((tool) => spawnSync(tool, ['--version']).status === 0);
const isRoot = process.getuid?.() === 0;

describe.runIf(hasTools && isRoot)('the image, built by buildah', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-image-'));
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (...args: readonly string[]) =>
    execFileSync('buildah', [...storage, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  const isolated = ['--isolation', 'chroot'];
  let container: string;

  beforeAll(() => {
    const scratch = buildah('from', 'scratch');
    buildah('copy', '--quiet', scratch, makeBase(join(folder, 'base')), '/');
    buildah('commit', '--quiet', scratch, `docker.io/library/${baseImages[0]}`);
    buildah(
      'bud',
      '--quiet',
      '--format',
      'docker',
      '--pull-never',
      ...isolated,
      '--network',
      'host',
      '--tag',
      'assay',
      '.',
    );
    container = buildah('from', '--pull-never', 'localhost/assay');
  });
  afterAll(() => {
    buildah('rm', '--all');
    buildah('rmi', '--all', '--force');
    rmSync(folder, { recursive: true });
  });

  it('runs on the version of Node that it names, as a user other than root', () => {
    const script = 'console.log(process.version, process.getuid())';
    const [, version] = /node:([\d.]+)/.exec(baseImages[0] ?? '') ?? [];
    expect(buildah('run', ...isolated, container, '--', 'node', '-e', script)).toBe(`v${version} 1000`);
  });

  it('serves, and reports its health', async () => {
    const port = String(await freePort());
    const env = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1'];
    const run = (command: readonly string[]) =>
      spawn('buildah', [...storage, 'run', ...isolated, ...env, container, '--', ...command]);
    const service = run(execForm('ENTRYPOINT'));
    const origin = await new ProcessOutput(service).waitFor(/ listens on ([^\s,"]+)/);
    const [health] = await once(run(execForm('HEALTHCHECK')), 'exit');
    expect(health).toBe(0);
    expect((await fetch(await styleOf(origin))).headers.get('content-type')).toMatch(/^text\/css/);
    service.kill();
    await once(service, 'exit');
  });
});

/** Makes a file system of Debian with Node and npm, and the settings by which this machine reaches its registry. */
function makeBase(base: string): string {
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', base], { stdio: 'ignore' });
  const local = join(base, 'usr', 'local');
  cpSync('tests/everywhere/node_modules/node24/bin/node', join(local, 'bin', 'node'));
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  cpSync('/etc/resolv.conf', join(base, 'etc', 'resolv.conf'));
  const settings = join(base, 'root', '.npmrc');
  mkdirSync(dirname(settings), { recursive: true });
  for (const name of ['registry', 'cafile']) {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd: homedir() }).trim();
    if (value === 'null') continue;
    appendFileSync(settings, `${name}=${value}\n`);
    if (name === 'cafile') cpSync(realpathSync(value), join(base, value), { recursive: true });
  }
  return base;
}
