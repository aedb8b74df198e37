/**
 * Checks the services in tests/corpus with the real command, and writes what was found into docs/project/quality.md. With
 * `-- compare`, tests/corpus/others/compare.js checks one of them with other tools, too.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { faults } from '../tests/corpus/faults.js';
import { check, frameworks, isInstalled, start } from '../tests/corpus/measure.js';

const folder = new URL('../tests/corpus/', import.meta.url);
execFileSync('npm', ['ci', '--prefix', folder.pathname, '--ignore-scripts', '--no-audit', '--no-fund']);
const { dependencies } = createRequire(folder)('./package.json');

if (process.argv[2] === 'compare') {
  await import('../tests/corpus/others/compare.js');
  process.exit();
}
const rows = [];
for (const [framework, packages] of Object.entries(frameworks)) {
  if (isInstalled(framework)) rows.push(await measured(framework, packages));
  else process.stdout.write(`${framework} is not installed, and left out\n`);
}
const head = ['framework', 'found', 'missed', 'false alarms', 'requests', 'seconds'];
const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const page = new URL('../docs/project/quality.md', import.meta.url);
const BETWEEN = /(?<=<!-- corpus -->\n)[\s\S]*?(?=\n<!-- \/corpus -->)/;
const today = new Date().toISOString().slice(0, 10);
const text = readFileSync(page, 'utf8').replace(
  BETWEEN,
  () => `${table}\n\nMeasured on ${today}, on a busy machine with two cores.`,
);
writeFileSync(page, text);

/** The version of a package of npm, of Go, or else of Python. */
function versionOf(name) {
  if (name === 'go')
    return execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim().slice('go'.length);
  const program = `import importlib.metadata as m; print(m.version('${name}'))`;
  return dependencies[name] ?? execFileSync('/usr/bin/python3', ['-c', program], { encoding: 'utf8' }).trim();
}

async function measured(framework, packages) {
  const { addresses, stop } = await start(framework);
  const right = await check(addresses[''], framework);
  const missed = [];
  for (const fault of faults) if ((await check(addresses[fault], framework)).code !== 1) missed.push(fault);
  stop();
  return [
    packages.map((name) => `${name} ${versionOf(name)}`).join(', '),
    faults.length - missed.length,
    missed.length === 0 ? 0 : `${missed.length} (${missed.join('; ')})`,
    right.findings.length,
    right.summary.requests,
    (right.summary.milliseconds / 1000).toFixed(1),
  ];
}
