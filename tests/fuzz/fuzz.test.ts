import { describe, expect, it } from 'vitest';
import { runBatch } from '../../tools/fuzz/batch.ts';
import { targets } from '../../tools/fuzz/targets.ts';

/** The first batches of `npm run fuzz`, the same each time. */

/** Inputs of the goal for each batch that is run here. */
const INPUTS_PER_BATCH = 1_100_000;

/** The parser of Node 20.19 knows less of chunk extensions than RFC 9112 does. */
const isComparable = Number.parseInt(process.versions.llhttp ?? '', 10) >= 9;
const run = targets.filter(({ name }) => name !== 'http' || isComparable);

describe.each(run)('of random inputs, $name', (target) => {
  const length = Math.ceil(target.goal / INPUTS_PER_BATCH);
  it.each(Array.from({ length }, (_, batch) => batch))('is right about batch %d', (batch) => {
    const { count, failure } = runBatch(target, batch);
    expect(failure).toBe(undefined);
    expect(count).toBeGreaterThan(0);
  });
});
