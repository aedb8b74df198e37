import type { Random } from './_random.ts';
import type { Target } from './_target.ts';

const SHORT = 8 * 1024;
const TIMES_LONGER = 4;
/** Linear time grows fourfold; what grows more than this, and takes so long, is looked at again. */
const MAX_GROWTH = 10;
const MIN_MILLISECONDS = 40;
const RUNS = 5;

/** Repeats a piece of an input, and says by how much the time to read it has grown more than its length. */
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

/** Of the processor, in milliseconds: the collector of garbage can make a run longer, and nothing shorter. */
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
