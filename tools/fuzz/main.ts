import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runBatch } from './batch.ts';
import { fuzzCost } from './cost/cost.ts';
import { growthComplaint } from './growth.ts';
import { Random, seedOf } from './random.ts';
import { progressOf, readState, type State, writeState } from './state.ts';
import type { Failure, Target } from './target.ts';
import { targets } from './targets.ts';

/**
 * `npm run fuzz [-- <minutes> <target> …]`: continues where it stopped the last time, and exits with 1 if anything has failed.
 * It has a minute for all targets, unless told otherwise. `cost` measures what requests and documents cost, and runs alone.
 */

const BATCHES_AT_A_TIME = 10;
const SAVE_INTERVAL_MS = 5000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { state: { type: 'string' }, batch: { type: 'string' } },
});
const path = values.state ?? join(process.cwd(), 'tools', 'fuzz', 'state.json');
const minutes = positionals.find((word) => !Number.isNaN(Number(word)));
const named = positionals.filter((word) => word !== minutes);
if (named.includes('cost'))
  process.exit((await fuzzCost(Number(minutes ?? 1), Number(values.batch ?? 0))) > 0 ? 1 : 0);
checkNames(named);
const chosen = targets.filter(({ name }) => named.length === 0 || named.includes(name));
const state: State = values.batch === undefined ? readState(path) : { targets: {}, failures: [] };
const start = performance.now();
const end = start + Number(minutes ?? 1) * 60_000;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true;
  });
}

if (values.batch === undefined) await fuzz();
else for (const target of chosen) report(runBatch(target, Number(values.batch)).failure);
process.exitCode = state.failures.length > 0 ? 1 : 0;

function checkNames(names: readonly string[]): void {
  const all = targets.map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length === 0) return;
  console.error(`There is no target ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}

async function fuzz(): Promise<void> {
  let saved = start;
  while (!isOver()) {
    const target = leastDone();
    watchGrowth(target);
    for (let left = BATCHES_AT_A_TIME; left > 0 && !isOver(); left--) runNext(target);
    showProgress();
    if (performance.now() - saved > SAVE_INTERVAL_MS) {
      writeState(path, state);
      saved = performance.now();
    }
    await setImmediate();
  }
  writeState(path, state);
  printCounts();
}

function isOver(): boolean {
  return isStopped || performance.now() >= end;
}

/** The target farthest from its goal. */
function leastDone(): Target {
  const share = (target: Target) => progressOf(state, target.name).count / target.goal;
  return chosen.reduce((least, target) => (share(target) < share(least) ? target : least));
}

function runNext(target: Target): void {
  const progress = progressOf(state, target.name);
  const { count, failure } = runBatch(target, progress.batch);
  report(failure);
  progress.batch++;
  progress.count += count;
}

function watchGrowth(target: Target): void {
  const { batch } = progressOf(state, target.name);
  const growth = growthComplaint(target, new Random(seedOf(`growth of ${target.name}`, batch)));
  if (growth) report({ target: target.name, batch, ...growth });
}

function report(failure: Failure | undefined): void {
  if (!failure) return;
  state.failures.push(failure);
  clearProgress();
  const { target, batch, problem, input } = failure;
  console.error(`${target}, batch ${batch}: ${JSON.stringify(input.slice(0, 2000))} ${problem}`);
}

function total(): number {
  return Object.values(state.targets).reduce((sum, { count }) => sum + count, 0);
}

function showProgress(): void {
  if (!process.stderr.isTTY) return;
  const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  clearProgress();
  process.stderr.write(
    `${total().toLocaleString('en')} inputs, ${state.failures.length} failures, ${left} s left`,
  );
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function printCounts(): void {
  clearProgress();
  const rows = chosen.map(
    ({ name }) => `${name.padEnd(12)} ${progressOf(state, name).count.toLocaleString('en').padStart(14)}`,
  );
  process.stdout.write(
    `${rows.join('\n')}\n${'in all'.padEnd(12)} ${total().toLocaleString('en').padStart(14)}\n`,
  );
  process.stdout.write(`${state.failures.length} failures, kept with the counts in ${path}\n`);
}
