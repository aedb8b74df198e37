import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../src/cli/settings.ts';
import { baseImages, buildImage, execForm, type Image, lastStep, letIn } from '../_container.ts';
import { Print, styleOf } from '../_service.ts';

/** The container, as far as it can be had without an engine. */

describe('the Dockerfile', () => {
  it('is well-formed', () => {
    expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
  });

  it('starts from one exact version of Node, of the oldest line that will do', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
    expect(new Set(baseImages).size).toBe(1);
    const [, line, version] = /^node:(\d+)\.(\d+)\.\d+-alpine$/.exec(baseImages[0] ?? '') ?? [];
    expect(line).toBe(major);
    expect(Number(version)).toBeGreaterThanOrEqual(Number(minor));
  });

  it('serves as a user who is not root, where signals reach the service itself', () => {
    expect(lastStep('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(lastStep('STOPSIGNAL')).toBe('SIGTERM');
    expect(execForm('ENTRYPOINT')[0]).toBe('node');
    expect(lastStep('EXPOSE')).toBe(String(settings.port.fallback));
  });

  it('sees nothing but what it is built from', () => {
    expect(letIn().filter((name) => !existsSync(name))).toEqual([]);
    expect(letIn().filter((name) => /^(?:\.git|node_modules|dist|tests|bench)/.test(name))).toEqual([]);
  });
});

describe('what the Dockerfile builds', () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage();
  });
  afterAll(() => image.remove());

  const start = ([program = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
    spawn(program, args, { cwd: image.cwd, env: { ...process.env, ...image.env, ...env } });

  async function freePort(): Promise<string> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return String(port);
  }

  it('holds no more than it needs', () => {
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

  it('serves, knows whether it is healthy, and ends on SIGTERM', async () => {
    const env = { PORT: await freePort() };
    const healthy = async () => (await once(start(execForm('HEALTHCHECK'), env), 'exit'))[0];
    expect(await healthy()).toBe(1);
    const service = start(execForm('ENTRYPOINT'), env);
    const exited = once(service, 'exit');
    const origin = await new Print(service).matched(/ listens on ([^\s,]+)/);
    expect(await healthy()).toBe(0);
    expect((await fetch(await styleOf(origin))).headers.get('content-type')).toMatch(/^text\/css/);
    service.kill();
    expect(await exited).toEqual([0, null]);
    expect(await healthy()).toBe(1);
  });
});
