import type { Random } from './random.ts';
import type { Target } from './target.ts';

const SHORT = 8 * 1024;
const TIMES_LONGER = 4;
/** Linear time grows fourfold; more growth than this, above this time, is measured again. */
const MAX_GROWTH = 10;
const MIN_MILLISECONDS = 40;
const RUNS = 5;

/** Repeats a piece of an input, and reports if the time to read it grows faster than its length. */
export function growthComplaint(
  target: Target,
  random: Random,
): { input: string; problem: string } | undefined {
  const made = target.make(random);
  const at = random.below(made.length);
  const piece = made.slice(at, at + 1 + random.below(24)) || 'a';
  const text = (length: number) =>
    made.slice(0, at) + piece.repeat(Math.ceil(length / piece.length)) + made.slice(at);
  const long = text(SHORT * TIMES_LONGER);
  if (leastTime(target, long, 1) < MIN_MILLISECONDS) return undefined;
  const time = leastTime(target, long, RUNS);
  const growth = time / leastTime(target, text(SHORT), RUNS);
  if (time < MIN_MILLISECONDS || growth < MAX_GROWTH) return undefined;
  return {
    input: text(SHORT),
    problem: `takes ${growth.toFixed(1)} times as long where it is 4 times as long`,
  };
}

/** Processor time in milliseconds; the minimum, since garbage collection only adds to it. */
function leastTime(target: Target, input: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    target.read(input);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
