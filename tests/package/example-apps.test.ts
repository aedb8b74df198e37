import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPackage } from '../_package.ts';
import { ProcessOutput } from '../_service.ts';
import { hasNewerNode, installNewerNode } from './_newer-node.ts';

/** The examples in TypeScript, compiled and run with the installed package. */

const examples = ['shop', 'login', 'files'];

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
let installed: Installed;
let node = process.execPath;
beforeAll(() => {
  installed = installPackage();
  const types = examples.map((name) => {
    const { '@types/node': version } = read(`examples/${name}/package.json`).devDependencies;
    return `@types/node@${version}`;
  });
  node = installNewerNode(installed, [...new Set(types)]);
  for (const name of examples) cpSync(join('examples', name), inside(name), { recursive: true });
});
afterAll(() => installed.remove());

const inside = (name: string) => join(installed.folder, name);

describe.each(examples)('%s', (name) => {
  const folder = join('examples', name);

  it('uses the versions of this package', () => {
    const { dependencies, devDependencies } = read(join(folder, 'package.json'));
    const { version, devDependencies: ours } = read('package.json');
    expect([dependencies.assay, devDependencies.typescript]).toEqual([version, ours.typescript]);
  });

  it('is short, and says in a few lines what to type', () => {
    const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split('\n').length;
    for (const file of readdirSync(folder)) expect(lines(file), file).toBeLessThanOrEqual(130);
    expect(lines('README.md')).toBeLessThanOrEqual(20);
  });

  it('compiles with the types of the package', () => {
    expect(installed.compile(name, '--project')).toBe('');
  });

  it.skipIf(!hasNewerNode)('passes its own tests', () => expectPass(node, name, `${name}.test.ts`));

  it.skipIf(!hasNewerNode)('is served by the command, with workers', async () => {
    const command = join(installed.folder, 'node_modules', 'assay', 'dist', 'entries', 'node.js');
    const args = [command, `./${name}.ts`, '--port', '0', '--host', '127.0.0.1', '--workers', '2'];
    const child = spawn(node, args, { cwd: inside(name), stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    const origin = await new ProcessOutput(child).waitFor(/ 1\.0\.0 listens on ([^\s,]+)/);
    for (const path of ['/docs', '/openapi.json', '/readyz'])
      expect((await fetch(origin + path)).status, path).toBe(200);
    child.kill();
    expect((await exited)[0]).toBe(0);
  });
});

/** On the oldest Node, which has no SQLite. */
it.each(['login', 'files'])('%s passes its own tests when it is compiled', (name) => {
  expectPass(process.execPath, name, join('dist', `${name}.test.js`));
});

function expectPass(command: string, name: string, file: string): void {
  const { status, stdout, stderr } = spawnSync(command, ['--test', '--test-reporter=tap', file], {
    cwd: inside(name),
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^# pass 6$/m);
}
