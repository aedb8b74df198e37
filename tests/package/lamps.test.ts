import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installed, installPackage } from '../_package.ts';
import { ProcessOutput } from '../_service.ts';

/** The example of docs/start/service.md, run with the installed package. */

const files = ['lamps.js', 'lamps.test.js'];
const headers = { 'Content-Type': 'application/json' };
let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  for (const name of files) copyFileSync(join('examples/start', name), join(installed.folder, name));
  installed.write('package.json', '{ "type": "module" }');
});
afterAll(() => installed.remove());

it('the example passes its own tests', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: installed.folder,
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/^# pass 2$/m);
});

it.each(['1', '2'])('the example is served with %s workers, answers, and stops', async (workers) => {
  const args = ['./lamps.js', '--port', '0', '--host', '127.0.0.1', '--workers', workers, '--metrics'];
  const command = join('node_modules', '.bin', 'assay');
  const child = spawn(command, args, { cwd: installed.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const output = new ProcessOutput(child);
  const origin = await output.waitFor(/Lamps 1\.0\.0 listens on ([^\s,]+)/);
  const post = (body: string) => fetch(`${origin}/lamps`, { method: 'POST', headers, body });
  const added = await post('{"name":"Desk","watts":"40"}');
  expect(added.status).toBe(201);
  expect(added.headers.get('location')).toMatch(/^\/lamps\/[\da-f-]{36}$/);
  const refused = await post('{"name":"Desk","watts":101}');
  expect(await refused.json()).toEqual({
    detail: [
      {
        type: 'less_than_equal',
        loc: ['body', 'watts'],
        msg: 'Watts: must be between 1 and 100',
        input: 101,
      },
    ],
  });
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('route="/lamps"');
  for (const path of ['/docs', '/docs/errors', '/openapi.json', '/docs/cases.json'])
    expect((await fetch(origin + path)).status, path).toBe(200);
  expect((await fetch(`${origin}/users/`)).status).toBe(404);
  child.kill();
  expect((await exited)[0]).toBe(0);
  expect(output.text).toContain('Lamps has stopped');
});
