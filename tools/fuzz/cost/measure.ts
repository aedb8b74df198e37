import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MILLISECONDS = 1e-6;

/** Returns the processor time of the main thread in milliseconds: what is compiled and collected beside it blocks nobody. */
const processorTime = hasSchedule()
  ? () => Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) * MILLISECONDS
  : () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };

function hasSchedule(): boolean {
  try {
    return readFileSync('/proc/self/schedstat', 'latin1') !== '';
  } catch {
    return false;
  }
}

export function measure<Made>(run: () => Made): { made: Made; time: number } {
  const start = processorTime();
  const made = run();
  return { made, time: processorTime() - start };
}

/** What some work took: all of its processor time, and the longest time in which nothing else was done. */
export interface Turns {
  readonly total: number;
  readonly longest: number;
}

/** Waits for the end of work, and measures each turn of the event loop until then. */
export async function measureTurns(begin: () => Promise<unknown>): Promise<Turns> {
  let isDone = false;
  let longest = 0;
  const start = processorTime();
  let last = start;
  const look = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const work = begin().finally(() => {
    isDone = true;
  });
  look();
  while (!isDone) {
    await setTimeout();
    look();
    await setImmediate();
    look();
  }
  await work;
  return { total: processorTime() - start, longest };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Returns the bytes of the heap that are in use, without garbage. */
export function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Returns by how many bytes the heap grew at most while something ran, as each garbage collection left it. */
export async function heapGrowth(run: () => Promise<unknown>): Promise<number> {
  const before = heapInUse();
  const profiler = new GCProfiler();
  profiler.start();
  await run();
  const { statistics } = profiler.stop();
  const used = statistics.map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize);
  return Math.max(before, ...used) - before;
}
