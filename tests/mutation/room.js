/** Tries the changes of one room; the options are in CONTRIBUTING. */
import { globSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.js';
import { instrument } from './mutants.js';
import { Runner } from './process.js';
import { describeSurvivor, Results, resultOf, tableOf } from './results.js';
import { rooms } from './rooms.js';

const AT_ONCE = 20;
const root = join(import.meta.dirname, '..', '..');
process.chdir(root);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    every: { type: 'string', default: '1' },
    in: { type: 'string', multiple: true, default: [''] },
    report: { type: 'string' },
  },
});
const [name = ''] = positionals;
const isChosen = ({ file }, at) =>
  values.in.some((part) => file.includes(part)) && at % Number(values.every) === 0;
const { source, tests, leavesOut } = rooms[name];
const reports = join(import.meta.dirname, 'reports');
const { report = name } = values;
const built = join(reports, `${report}.build`);
mkdirSync(built, { recursive: true });

const { sources, mutants } = await instrument(filesOf(source));
const chosen = mutants.filter(isChosen);
const idsByFile = new Map(
  Object.entries(Object.groupBy(mutants, ({ file }) => file)).map(([file, of]) => [
    file,
    new Set(of.map(({ id }) => id)),
  ]),
);
const switched = new Map(Array.from(sources, ([file, code]) => [join(root, file), code]));
const measurer = new Runner(1);
const runner = new Runner(AT_ONCE);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    measurer.stop();
    runner.stop();
    process.exit(1);
  });
const measured = [];
for (const test of filesOf(tests)) measured.push(await measure(test));
measurer.stop();
const results = await tryAll(join(reports, `${report}.json`));
runner.stop();
const left = results.filter(({ status }) => status === 'survived' || status === 'uncovered');
for (const result of left) console.log(describeSurvivor(result));
console.log(`${name}: ${tableOf(results)}`);

function filesOf(patterns) {
  return patterns.flatMap((pattern) => globSync(pattern)).sort();
}

/** Bundles a file of tests and runs it once as it is. Tests that fail without a change can't notice one. */
async function measure(test) {
  const file = join(built, `${relative('tests', test).replaceAll('/', '-')}.mjs`);
  await bundle(join(root, test), switched, file);
  const result = await measurer.ask({ kind: 'measure', file }, 300_000);
  const { seen = [], failed, isBroken, covered } = result;
  if (failed !== undefined || seen.length === 0) console.log(`${test} fails as it is: ${failed}`);
  const tests = seen.filter(({ name, hasFailed }) => !hasFailed && !leavesOut?.test(name));
  return { test, file, tests, covered, isBroken };
}

async function tryAll(path) {
  const known = new Results(path);
  const results = [];
  for (const mutant of chosen) {
    const result = known.of(mutant) ?? (await tryOne(mutant));
    known.add(result);
    results.push(result);
    showProgress(results);
    if (results.length % 20 === 0) known.write();
  }
  known.write();
  return results;
}

async function tryOne(mutant) {
  const files = affordable(measured.map((entry) => workFor(mutant, entry)));
  if (files.length === 0) return resultOf(mutant, { status: 'uncovered' });
  const hits = Math.max(...files.map((entry) => entry.hits));
  const time = files.reduce((sum, entry) => sum + entry.time, 0);
  const result = await runner.ask({ kind: 'try', id: mutant.id, files, hits }, 1500 + 2 * time);
  return resultOf(mutant, result, (result.file ?? files[0]).test);
}

/** The files first that are most about the change, and of those the quick ones; what would take longer than that is left out. */
function affordable(works) {
  const sorted = works
    .filter(({ tests }) => tests.length > 0)
    .sort((a, b) => b.share - a.share || a.time - b.time);
  let time = 0;
  return sorted.filter((entry, at) => {
    time += entry.time;
    return at === 0 || time < 1000 * Number(values.seconds);
  });
}

/** The tests of a file that come by the change; all of them, where it counts as soon as the file is loaded. */
function workFor({ id, file }, { tests, covered, ...rest }) {
  const onLoad = covered?.static[id] ?? 0;
  const direct = tests.filter(({ name }) => covered?.perTest[name]?.[id] > 0);
  const chosen = onLoad > 0 ? tests : direct;
  const hits = direct.reduce((sum, { name }) => sum + covered.perTest[name][id], onLoad);
  return {
    ...rest,
    tests: chosen.map((test) => test.name),
    hits,
    time: timeOf(chosen),
    timeouts: timeoutsOf(chosen),
    share: (direct.length + aboutFile(file, tests, covered)) / tests.length,
  };
}

/** Tests that may run at once take as long as the longest of them. */
function timeOf(tests) {
  const others = tests.filter(({ isConcurrent }) => !isConcurrent);
  return others.reduce((sum, { time }) => sum + time, longestOfMany(tests));
}

function longestOfMany(tests) {
  return Math.max(0, ...tests.map(({ time, isConcurrent }) => (isConcurrent ? time : 0)));
}

/** The time after which a test counts as endless. */
function timeoutsOf(tests) {
  const longest = longestOfMany(tests);
  return Object.fromEntries(
    tests.map(({ name, time, isConcurrent }) => [name, 1000 + 3 * (isConcurrent ? longest : time)]),
  );
}

/** The number of the tests that come by any change of the file. */
function aboutFile(file, tests, covered) {
  const ids = idsByFile.get(file);
  return tests.filter(({ name }) => Object.keys(covered.perTest[name] ?? {}).some((id) => ids.has(id)))
    .length;
}

function showProgress(results) {
  const state = `${name}: ${results.length} of ${chosen.length}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${state} `);
  else if (results.length % 50 === 0) console.error(`${state}, ${tableOf(results)}`);
}
