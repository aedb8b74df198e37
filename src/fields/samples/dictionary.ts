import type { AnyField } from '../field.ts';
import type { Items } from '../items.ts';
import { isRecord } from '../record.ts';
import { firstOf, MAX_REPEATED, type Open, type Samples } from '../samples.ts';

/** Objects at the bounds of their size and just outside, and with a wrong name or value. */
export function dictionarySamples(
  key: AnyField,
  item: AnyField,
  { minItems = 0, maxItems }: Items,
  like: unknown,
  open: Open,
): Samples {
  const [first] = isRecord(like) ? Object.entries(like) : [];
  const [keySample = 'name'] = textsOf(key.samples(undefined, open).accepted);
  const [name, value] = first ?? [keySample, undefined];
  const each = item.samples(value, open);
  const example = firstOf(each.accepted);
  const base = isRecord(like)
    ? like
    : entries(name, example, Math.max(minItems, example === undefined ? 0 : 1));
  const sizes = [minItems - 1, minItems, maxItems, maxItems === undefined ? undefined : maxItems + 1]
    .filter((size) => size !== undefined)
    .filter((size) => size >= 0 && size <= MAX_REPEATED)
    .map((size) => entries(name, example, size));
  return {
    accepted: changed(base, name, each.accepted, sizes),
    refused: changed(base, name, each.refused, [...sizes, ...renamed(key, example, open)]),
  };
}

function* changed(
  base: Readonly<Record<string, unknown>>,
  name: string,
  values: Iterable<unknown>,
  others: readonly unknown[],
): Iterable<unknown> {
  yield base;
  yield* others;
  for (const value of values) if (value !== base[name]) yield { ...base, [name]: value };
}

/** Makes an object of this size whose entries have the same value. */
function entries(name: string, value: unknown, size: number): Readonly<Record<string, unknown>> {
  const names = Array.from({ length: size }, (_, at) => (at === 0 ? name : `${name}${at + 1}`));
  return Object.fromEntries(names.map((each) => [each, value ?? null]));
}

function renamed(key: AnyField, value: unknown, open: Open): unknown[] {
  return [...textsOf(key.samples(undefined, open).refused)].map((name) => ({ [name]: value ?? null }));
}

function* textsOf(values: Iterable<unknown>): Iterable<string> {
  for (const value of values) if (typeof value === 'string') yield value;
}
