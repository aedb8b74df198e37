import { afterEach, expect, it, vi } from 'vitest';
import { dictionary } from '../../src/fields/dictionary.ts';
import { type AnyField, derive } from '../../src/fields/field.ts';
import { list, set } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy, nullable, optional } from '../../src/fields/optional.ts';
import type { Samples } from '../../src/fields/samples.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { discriminatedUnion, union } from '../../src/fields/union.ts';
import { inTurns } from '../../src/text/turns.ts';
import { hurryClock } from '../_clock.ts';

/** The samples of a field are looked for in turns: others may go on after each value that is read. */

afterEach(() => {
  vi.restoreAllMocks();
});

let reads = 0;
const MANY = 50;
/** It has many candidates on the wrong side before others. */
const slow = derive(integer({ min: 1, max: 9 }), {
  parse(raw) {
    reads++;
    return integer({ min: 1, max: 9 }).parse(raw);
  },
  samples: () => ({
    accepted: [...Array(MANY).fill(99), 1, 9],
    refused: [...Array(MANY).fill(5), 0, 10],
  }),
});

/** Collects samples in slices of one step each. Returns them, and how often a value of the slow field was read in a slice at most. */
async function collected(values: Iterable<unknown>) {
  const found: unknown[] = [];
  let most = 0;
  reads = 0;
  hurryClock();
  await inTurns(
    (function* () {
      for (const value of values) {
        if (value !== undefined) found.push(value);
        most = Math.max(most, reads);
        reads = 0;
        yield;
      }
    })(),
  );
  vi.restoreAllMocks();
  return { found, most };
}

const rows: readonly (readonly [name: string, field: AnyField])[] = [
  ['an object', object({ a: slow, b: slow, c: optional(slow) })],
  ['an object in others', object({ a: object({ a: object({ a: slow }) }) })],
  ['a list', list(slow)],
  ['lists in lists', list(list(list(slow)))],
  ['a set', set(slow)],
  ['a tuple', tuple(slow, slow, slow)],
  ['a dictionary', dictionary(slow)],
  ['dictionaries in others', dictionary(dictionary(dictionary(slow)))],
  ['a union', union(slow, object({ a: slow }))],
  ['a tagged union', discriminatedUnion('kind', { a: object({ v: slow }), b: object({ v: slow }) })],
  ['what may be null', nullable(object({ a: slow }))],
  ['what is made late', lazy(() => object({ a: slow }))],
];
const sides: readonly (keyof Samples)[] = ['accepted', 'refused'];

/** The most reads in a slice: a sample of several fields is read as a whole. */
const FEW = 12;

it.each(sides.flatMap((side) => rows.map(([name, field]) => [side, name, field] as const)))(
  'those %s of %s are the same, with pauses in between',
  async (side, _, field) => {
    const atOnce = [...field.samples()[side]];
    expect(atOnce).not.toContain(undefined);
    const { found, most } = await collected(field.samples()[side]);
    expect(found).toEqual(atOnce);
    expect(most).toBeLessThanOrEqual(FEW);
  },
);

it('makes only those fields late that there is room to ask for samples', () => {
  let made = 0;
  let asked = 0;
  const nested = (): AnyField =>
    lazy(() => {
      made++;
      const inner = object({ a: optional(nested()) });
      return derive(inner, {
        samples(like, open) {
          asked++;
          return inner.candidates(like, open);
        },
      });
    });
  expect([...nested().samples().accepted].length).toBeGreaterThan(1);
  expect(made).toBeGreaterThan(3);
  expect(asked).toBeGreaterThanOrEqual(made);
});

it('those of kinds that have none are looked for with a pause before each', async () => {
  const none = derive(integer(), { samples: () => ({ accepted: [], refused: [] }) });
  const late = () =>
    lazy(() => {
      reads++;
      return none;
    });
  const kinds = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`k${at}`, late()]));
  const { found, most } = await collected(discriminatedUnion('kind', kinds as never).samples().accepted);
  expect(found).toEqual([]);
  expect(most).toBe(1);
});
