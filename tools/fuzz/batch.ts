import { Random, seedOf } from './random.ts';
import type { Failure, Outcome, Target } from './target.ts';

/** The number of inputs of a batch. */
export const BATCH_SIZE = 500;

/** Runs one batch of a target: how many inputs it read, and the first failure. */
export function runBatch(target: Target, batch: number): { count: number; failure?: Failure } {
  const random = new Random(seedOf(target.name, batch));
  let count = 0;
  for (let left = BATCH_SIZE; left > 0; left--) {
    const input = target.make(random);
    const outcome = check(target, input);
    count += outcome.count;
    if (outcome.problem !== undefined) return { count, failure: failureOf(target, batch, input) };
  }
  return { count };
}

/** An exception is a problem like any other. */
function check(target: Target, input: string): Outcome {
  try {
    return target.check(input);
  } catch (error) {
    return { count: 1, problem: `throws ${error instanceof Error ? error.stack : error}` };
  }
}

function failureOf(target: Target, batch: number, input: string): Failure {
  const smallest = shrink(input, (smaller) => check(target, smaller).problem !== undefined);
  return { target: target.name, batch, problem: check(target, smallest).problem ?? '', input: smallest };
}

/** Shrinks a text while it still fails. */
function shrink(text: string, fails: (text: string) => boolean): string {
  let smallest = text;
  for (let size = smallest.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < smallest.length; ) {
      const smaller = smallest.slice(0, at) + smallest.slice(at + size);
      if (fails(smaller)) smallest = smaller;
      else at += size;
    }
  }
  return smallest;
}
