import type { AnyField } from '../field.ts';
import type { Items } from '../items.ts';
import { firstOf, MAX_REPEATED, type Open, type Samples } from '../samples.ts';

/** Lists at the bounds of their length and just outside, and with a wrong item. */
export function listSamples(item: AnyField, items: Items, like: unknown, open: Open): Samples {
  const { minItems = 0, maxItems } = items;
  const given: readonly unknown[] = Array.isArray(like) ? like : [];
  const each = item.samples(given[0], open);
  const example = firstOf(each.accepted);
  const of = (length: number) => ofLength(given, example, length);
  const lengths = [minItems - 1, minItems, maxItems, maxItems === undefined ? undefined : maxItems + 1];
  const base = of(Math.max(given.length, minItems, example === undefined ? 0 : 1));
  return {
    accepted: samplesAround(base, lengths, of, each.accepted),
    refused: samplesAround(base, lengths, of, each.refused),
  };
}

function* samplesAround(
  base: readonly unknown[],
  lengths: readonly (number | undefined)[],
  of: (length: number) => readonly unknown[],
  items: Iterable<unknown>,
): Iterable<unknown> {
  yield base;
  for (const length of lengths)
    if (length !== undefined && length >= 0 && length <= MAX_REPEATED) yield of(length);
  if (base.length > 0) for (const value of items) if (value !== base[0]) yield [value, ...base.slice(1)];
}

/** Makes a list of this length: the given items, followed by examples. */
function ofLength(given: readonly unknown[], example: unknown, length: number): readonly unknown[] {
  return Array.from({ length }, (_, at) => given[at] ?? example ?? null);
}

/** Lists with one item too many or too few, and with a wrong item. */
export function tupleSamples(fields: readonly AnyField[], like: unknown, open: Open): Samples {
  const given: readonly unknown[] = Array.isArray(like) ? like : [];
  const all = fields.map((field, at) => field.samples(given[at], open));
  const base = all.map(({ accepted }) => firstOf(accepted) ?? null);
  return {
    accepted: changedAt(
      base,
      all.map(({ accepted }) => accepted),
    ),
    refused: changedAt(
      base,
      all.map(({ refused }) => refused),
      [[...base, null], base.slice(0, -1)],
    ),
  };
}

function* changedAt(
  base: readonly unknown[],
  values: readonly Iterable<unknown>[],
  others: readonly unknown[] = [],
): Iterable<unknown> {
  yield base;
  yield* others;
  for (const [at, each] of values.entries())
    for (const value of each) if (value !== base[at]) yield base.with(at, value);
}
