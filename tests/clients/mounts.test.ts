import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../_markdown.ts';
import { ProcessOutput, runService } from '../_service.ts';
import { endOf } from './_program.ts';

/** The app in the servers of others, as the documentation mounts it there. They are among the packages of `tools/bench/`. */

const root = join(import.meta.dirname, '..', '..');
const packages = join(root, 'tools', 'bench', 'node_modules');
const headers = { 'Content-Type': 'application/json' };
const EMAIL = '{"email":"ada@example.com"}';
const all = process.env.CLIENTS === 'all';

const mounts = [
  {
    name: 'express',
    path: '/practice',
    listen: "const http = server.listen(0, '127.0.0.1', () => console.log('at', http.address().port, '.'));",
  },
  {
    name: 'fastify',
    path: '',
    listen:
      "await server.listen({ host: '127.0.0.1', port: 0 }); console.log('at', server.server.address().port, '.');",
  },
];

/** A folder in which programs find the package and a server. */
function folderWith(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mount-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'assay'));
  symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  return folder;
}

describe.each(mounts)('in $name', ({ name, path, listen }) => {
  const isInstalled = existsSync(join(packages, name));
  if (!isInstalled && !all) console.error(`${name} is not installed (npm ci --prefix tools/bench)`);
  let folder: string;
  let child: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    if (!isInstalled) return;
    folder = folderWith(name);
    const program = blocksOf('docs/guides/mounting.md', 'js').find((block) =>
      block.includes(`from '${name}'`),
    );
    const file = join(folder, 'program.mjs');
    writeFileSync(file, `${program}\n${listen}\n`);
    const started = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    origin = `http://127.0.0.1:${await new ProcessOutput(started).waitFor(/at (\d+) \./)}${path}`;
  });
  afterAll(async () => {
    if (!isInstalled) return;
    await endOf(child, (pid) => process.kill(pid));
    rmSync(folder, { recursive: true });
  });

  it.runIf(isInstalled || all)('the app refuses exactly what its contract says', async () => {
    const { code, stdout } = await runService({}, ['check', origin, 'practice']);
    expect(stdout).toMatch(/(\d+) requests: \1 agree/);
    expect(code).toBe(0);
  });

  it.runIf(isInstalled || all)('the app accepts, redirects, and shows its page', async () => {
    const created = await fetch(`${origin}/users`, { method: 'POST', headers, body: EMAIL });
    expect([created.status, await created.text()]).toEqual([200, EMAIL]);
    const redirect = await fetch(`${origin}/docs/`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([307, '../docs']);
    expect(await (await fetch(`${origin}/docs`)).text()).toContain('id="page"');
  });
});
