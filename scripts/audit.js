/**
 * Looks for advisories of the packages that an installed Assay runs with, installed or built in: `node scripts/audit.js`. Exits with
 * 1 if there are any, and with 2 if the registry does not answer, since then nobody knows.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtIn } from './build/built-in.js';

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** The packages that are installed with Assay, and those that are built in. */
const running = Object.entries(packages)
  .map(([path, { dev }]) => ({ name: path.replace(/^.*node_modules\//, ''), dev }))
  .filter(({ name, dev }) => name !== '' && (!dev || builtIn.includes(name)))
  .map(({ name }) => name);
const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
process.exitCode = report(answerIn(stdout));

/** Returns what npm has printed; undefined if it is no report. */
function answerIn(text) {
  try {
    const answer = JSON.parse(text);
    return answer.metadata ? answer : undefined;
  } catch {
    return undefined;
  }
}

function report(answer) {
  if (!answer) {
    const [reason = 'npm printed nothing'] = stderr.match(/(?<=npm (?:error|warn) ).*/gi) ?? [];
    console.error(`The registry did not answer, so it is not known whether there are advisories: ${reason}`);
    return 2;
  }
  const all = Object.values(answer.vulnerabilities).filter(({ name }) => running.includes(name));
  for (const { name, severity, range, via } of all) {
    const titles = via.map((each) =>
      typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`,
    );
    console.error(`${name} ${range}: ${severity}: ${titles.join(', ')}`);
  }
  console.log(`${running.length} packages run with Assay; ${all.length} of them have advisories`);
  return all.length > 0 ? 1 : 0;
}
