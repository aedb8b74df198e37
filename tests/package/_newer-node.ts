import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installed } from '../_package.ts';

/** A Node that has SQLite and runs TypeScript: this one, or one that is installed, which npm has for Linux on x64. */

const [major = ''] = process.versions.node.split('.');
const isNew = Number(major) >= 24;
const { devDependencies } = JSON.parse(readFileSync('tests/everywhere/package.json', 'utf8'));

export const hasNewerNode = isNew || (process.platform === 'linux' && process.arch === 'x64');

/** Installs it beside the package, and other packages in the same step, and returns its path. */
export function installNewerNode(installed: Installed, packages: readonly string[] = []): string {
  const isMissing = !isNew && hasNewerNode;
  const all = [...packages, ...(isMissing ? [`node24@${devDependencies.node24}`] : [])];
  if (all.length > 0) installed.add(...all);
  return isMissing ? join(installed.folder, 'node_modules', 'node24', 'bin', 'node') : process.execPath;
}
