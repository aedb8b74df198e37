/** Runs files of tests in one process, with one change of the source switched on, as often as it is asked to. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule } from 'node:vm';
import { startTests } from '@vitest/runner';
import { childTime } from './process.js';

const root = join(import.meta.dirname, '..', '..');
const [, , atOnce, command] = process.argv;
const IS_BUILTIN = /^node:/;
const RUNS = 60;
const TICK_MS = 20;
const HITS = 200;
/** Modules that have been loaded are never forgotten completely. */
const MOST_BYTES = 1_000_000_000;
// Vitest's functions look for it; the tests run outside of its own processes.
globalThis.__vitest_worker__ = {
  // As by default in Vitest: a test may wait for a thousand timers.
  config: { fakeTimers: { loopLimit: 10_000 } },
  ctx: {},
  filepath: '',
  environment: { name: 'node' },
  rpc: {},
  providedContext: {},
};
const given = new Map([
  ['vitest', await import('vitest')],
  ['fast-check', fewerRuns(await import('fast-check'))],
]);
const config = {
  root,
  setupFiles: [],
  name: '',
  passWithNoTests: true,
  allowOnly: true,
  sequence: { shuffle: false, concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' },
  tags: [],
  testTimeout: 600_000,
  hookTimeout: 600_000,
  maxConcurrency: Number(atOnce),
  retry: 0,
};
// The commands that tests start are changed in the same way.
Object.assign(process.env, {
  MUTATION_COMMAND: command,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'command.js'))}`,
});
const codes = new Map();
const outside = new Map();
let uncaught;
let ticks = 0;
let mostTicks = 0;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    uncaught ??= String(error?.stack ?? error);
  });

/** The same random values each time, and no search for the shortest of them. */
function fewerRuns(fc) {
  const assert = (property, options) =>
    fc.assert(property, {
      seed: 1,
      ...options,
      numRuns: Math.min(options?.numRuns ?? 100, RUNS),
      endOnFailure: true,
    });
  return { ...fc, assert, default: { ...fc.default, assert } };
}

/** Each change is tried in modules of its own: nothing is left of the change before. */
async function load(file) {
  const { code, cachedData } = readScript(file);
  const module = new SourceTextModule(code, {
    identifier: file,
    cachedData,
    importModuleDynamically: exportsOf,
  });
  codes.set(file, { code, cachedData: cachedData ?? module.createCachedData() });
  await module.link(outsideModule);
  await module.evaluate();
}

function readScript(file) {
  return codes.get(file) ?? { code: readFileSync(file, 'utf8') };
}

/** A module of a package or of Node, which is loaded once. */
async function outsideModule(name) {
  if (!outside.has(name)) {
    const exported = await exportsOf(name);
    const module = new SyntheticModule(Object.keys(exported), () => {
      for (const [key, value] of Object.entries(exported)) module.setExport(key, value);
    });
    outside.set(name, module);
  }
  return outside.get(name);
}

async function exportsOf(name) {
  return given.get(name) ?? import(IS_BUILTIN.test(name) ? name : resolve(name));
}

function resolve(name) {
  return import.meta.resolve(name, pathToFileURL(join(root, 'tests', 'index.js')).href);
}

/** Runs the tests of one file that are in the list, or all, up to the first that fails. */
async function runFile({ file, tests, isBroken, between }, switches, onFailure) {
  const limits = tests && new Map(tests);
  const seen = [];
  let failed;
  let before = spent();
  let loadTime = 0;
  globalThis.__stryker__ = switches;
  const runner = {
    config,
    async importFile(path) {
      await load(path);
      loadTime = spent() - before;
    },
    onCollected: ([suite]) => leaveOut(suite, limits),
    onBeforeRunTask(test) {
      if (failed && onFailure) test.mode = 'skip';
    },
    onBeforeTryTask(test) {
      switches.currentTestId = test.fullName;
      if (limits) allow(limits.get(test.fullName));
      before = spent();
    },
    onAfterTryTask() {
      switches.currentTestId = undefined;
      if (limits) allow(between);
    },
    onAfterRunTask({ fullName, mode, result, concurrent: isConcurrent = false }) {
      if (mode === 'skip' || result?.state === 'skip') return;
      const cpuTime = spent() - before;
      if (process.env.MUTATION_COVERAGE) addCommands(switches.mutantCoverage.perTest, fullName);
      const hasFailed = result.state === 'fail';
      seen.push({ name: fullName, time: result.duration ?? 0, cpuTime, hasFailed, isConcurrent });
      if (hasFailed) failed ??= `${fullName}: ${result.errors?.[0]?.message}`;
      if (hasFailed && isConcurrent) onFailure?.(failed);
    },
  };
  const [suite] = await startTests([file], runner);
  if (suite.result?.state === 'fail' && !isBroken) failed ??= `${firstError(suite)}`;
  return { seen, failed, loadTime };
}

/** The time of the processor so far, of this process and of the commands that have ended, in milliseconds. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childTime(process.pid);
}

/** A test reaches what the commands reach that have ended with it. */
function addCommands(perTest, name) {
  const hits = { ...perTest[name] };
  perTest[name] = hits;
  const folder = process.env.MUTATION_COVERAGE;
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    for (const [id, count] of Object.entries(JSON.parse(readFileSync(path, 'utf8'))))
      hits[id] = (hits[id] ?? 0) + count;
    rmSync(path);
  }
}

/** Skips the tests that are not in the list, and what is set up for them alone. */
function leaveOut(task, limits) {
  if (limits === undefined) return true;
  const isChosen =
    task.type === 'test'
      ? limits.has(task.fullName)
      : task.tasks.map((inner) => leaveOut(inner, limits)).includes(true);
  if (!isChosen) task.mode = 'skip';
  return isChosen;
}

function firstError(suite) {
  if (suite.result?.errors?.length > 0) return suite.result.errors[0].message;
  return suite.tasks?.map(firstError).find((error) => error !== undefined);
}

/** Runs everything without a change, and says which test reaches which switch, and how often. */
async function measure({ file }) {
  const covered = { static: {}, perTest: {} };
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutation-'));
  process.env.MUTATION_COVERAGE = folder;
  const { seen, failed, loadTime } = await runFile({ file }, { mutantCoverage: covered });
  rmSync(folder, { recursive: true });
  const isBroken = failed !== undefined && seen.every(({ hasFailed }) => !hasFailed);
  return { seen, failed: failed ?? uncaught, isBroken, covered, loadTime };
}

/** Allows a test, or what is between tests, so much time from now on. */
function allow(allowed) {
  ticks = 0;
  mostTicks = allowed / TICK_MS;
  // For a test that never comes to its end.
  process.send({ allowed });
}

/** Ends a wait that takes too long, by turns of the event loop: they come late where the machine is busy with something else. */
function watch({ between }) {
  allow(between);
  return setInterval(() => {
    if (++ticks > mostTicks) process.send({ status: 'timeout', isSpent: true });
  }, TICK_MS);
}

async function tryMutant({ id, files, hits }) {
  process.env.__STRYKER_ACTIVE_MUTANT__ = id;
  for (const file of files) {
    const watcher = watch(file);
    const switches = { activeMutant: id, mutantCoverage: { static: {}, perTest: {} }, hitCount: 0 };
    switches.hitLimit = hits * HITS + 10_000;
    // Nobody waits for the tests beside it.
    const onFailure = (by) => process.send({ status: 'killed', file, by, isSpent: true });
    const { failed } = await runFile(file, switches, onFailure);
    clearInterval(watcher);
    await new Promise(setImmediate);
    if (failed !== undefined || uncaught !== undefined) {
      const isEndless = switches.hitCount > switches.hitLimit;
      return { status: isEndless ? 'timeout' : 'killed', file, by: failed ?? uncaught };
    }
  }
  return { status: 'survived' };
}

process.on('message', async ({ kind, ...work }) => {
  uncaught = undefined;
  const result = kind === 'measure' ? await measure(work) : await tryMutant(work);
  process.send({ ...result, isSpent: uncaught !== undefined || process.memoryUsage.rss() > MOST_BYTES });
});
process.send({ isReady: true });
