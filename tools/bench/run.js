/** Builds the project, and runs a benchmark: `npm run bench -- [name] [its options]`; README.md describes each of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const runtimes = join(root, 'tests', 'everywhere');
const document = join(here, 'document');

/** The benchmarks, and for each the folders whose packages it needs, with options of `npm ci`. */
const benchmarks = {
  compare: [[here]],
  document: [[document]],
  everywhere: [[here], [runtimes, '--omit=dev']],
  fields: [[here]],
  functions: [],
  growth: [],
  isolate: [[runtimes]],
  mocks: [[document]],
  page: [],
  requests: [],
  routes: [],
  start: [],
  workers: [],
};

const args = process.argv.slice(2);
const name = args.length === 0 || args[0].startsWith('-') ? 'compare' : args.shift();
if (Object.hasOwn(benchmarks, name)) run();
else {
  console.error(`There is no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 2;
}

function run() {
  npm('run', '--silent', 'build');
  for (const [folder, ...options] of benchmarks[name])
    npm('ci', '--prefix', folder, '--ignore-scripts', '--silent', ...options);
  const { status } = spawnSync(process.execPath, [join(here, `${name}.js`), ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

function npm(...words) {
  execFileSync('npm', words, { cwd: root, stdio: 'inherit' });
}
