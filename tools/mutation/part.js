/** Tries the changes of one part; the options are in docs/project/quality.md. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.js';
import { candidateOf, chooseTests, testsFor } from './choose-tests.js';
import { instrument } from './mutants.js';
import { parts } from './parts.js';
import { Runner } from './process.js';
import { describeSurvivor, hashOf, isLeft, Results, resultOf, tableOf } from './results.js';

const AT_ONCE = 20;
/** The time until the first test. */
const FIRST_MS = 10_000;
const root = join(import.meta.dirname, '..', '..');
process.chdir(root);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    in: { type: 'string', multiple: true, default: [''] },
    jobs: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
});
const [name = ''] = positionals;
const isChosen = ({ file }, at) =>
  values.in.some((part) => file.includes(part)) && at % Number(values.every) === Number(values.from);
const { source, tests, recordings = [], leavesOut } = parts[name];
const reports = join(import.meta.dirname, 'reports');
const { report = name } = values;
const built = join(reports, `${report}.build`);
mkdirSync(built, { recursive: true });

// Results belong to the files as they are now, even if they are edited meanwhile.
for (const file of [...filesOf(source), ...filesOf(tests)]) hashOf(file);
const { sources, mutants } = await instrument(filesOf(source));
// In an order that has nothing to do with files: what a run has tried when it is stopped is a sample, too.
const chosen = mutants.filter(isChosen).sort((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
const fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
const switched = new Map(Array.from(sources, ([file, code]) => [join(root, file), code]));
const command = join(built, 'command.mjs');
await bundle(join(root, 'src', 'entries', 'node.ts'), switched, command);
const measurer = new Runner(1, command);
const runners = Array.from({ length: Number(values.jobs) }, () => new Runner(AT_ONCE, command));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    measurer.stop();
    for (const runner of runners) runner.stop();
    process.exit(1);
  });
const entries = [];
for (const test of filesOf(tests)) entries.push(await measure(test));
measurer.stop();
const results = await tryAll(join(reports, `${report}.json`));
for (const runner of runners) runner.stop();
for (const result of results.filter(isLeft)) console.log(describeSurvivor(result));
console.log(`${name}: ${tableOf(results)}`);

function digestOf({ id }) {
  return createHash('sha256').update(id).digest('hex');
}

function filesOf(patterns) {
  return patterns.flatMap((pattern) => globSync(pattern)).sort();
}

/** Bundles a file of tests and runs it once as it is. Tests that fail without a change can't notice one. */
async function measure(test) {
  const file = join(built, `${relative('tests', test).replaceAll('/', '-')}.mjs`);
  await bundle(join(root, test), switched, file);
  const { seen = [], failed, isBroken, covered, loadTime } = await measured(file);
  if (failed !== undefined || seen.length === 0) console.log(`${test} fails as it is: ${failed}`);
  const tests = seen
    .filter(({ name, hasFailed }) => !hasFailed && !leavesOut?.test(name))
    .map((each) => candidateOf(each, covered?.perTest[each.name], fileOf));
  const isRecording = recordings.includes(test);
  return { test, file, tests, isRecording, onLoad: covered?.static ?? {}, isBroken, loadTime };
}

/** Runs a bundle once as it is. The result is kept for as long as the bundle stays the same. */
async function measured(file) {
  const path = `${file}.json`;
  const hash = hashOf(file) + hashOf(command);
  const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  if (known.hash === hash) return known.result;
  const result = await measurer.ask({ kind: 'measure', file }, 300_000);
  writeFileSync(path, JSON.stringify({ hash, result }));
  return result;
}

async function tryAll(path) {
  const known = new Results(path, Number(values.seconds));
  const results = [];
  const queue = chosen.values();
  const tryNext = async (runner) => {
    for (const mutant of queue) {
      const result = known.of(mutant, testsFor(entries, mutant)) ?? (await tryOne(mutant, runner));
      known.add(result);
      results.push(result);
      showProgress(results);
      if (results.length % 20 === 0) known.write();
    }
  };
  await Promise.all(runners.map(tryNext));
  known.write();
  return results;
}

async function tryOne(mutant, runner) {
  const files = chooseTests(entries, mutants, mutant, 1000 * Number(values.seconds));
  const [first] = files;
  const all = testsFor(entries, mutant);
  if (first === undefined) return resultOf(mutant, { status: 'uncovered' }, all);
  const hits = Math.max(...files.map((entry) => entry.hits));
  const result = await runner.ask({ kind: 'try', id: mutant.id, files, hits }, FIRST_MS);
  return resultOf(mutant, result, result.status === 'survived' ? all : [(result.file ?? first).test]);
}

function showProgress(results) {
  const state = `${name}: ${results.length} of ${chosen.length}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${state} `);
  else if (results.length % 50 === 0) console.error(`${state}, ${tableOf(results)}`);
}
