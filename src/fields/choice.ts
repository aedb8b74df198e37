import type { Scalar } from '../issues/words.ts';
import { numberOf, type Values } from './values.ts';

/** What a literal or a member of an enumeration can be. */
export type { Scalar };

/** The values that are allowed, by themselves. That there are none is a mistake in the program, and is thrown. */
export function choices<Value extends Scalar>(expected: readonly Value[]): ReadonlyMap<unknown, Value> {
  if (expected.length === 0) throw new TypeError('Nothing is one of no values');
  return new Map(expected.map((value) => [value, value]));
}

/** Finds a value among those that are allowed; undefined where it is none of them. */
export function choose<Value>(
  known: ReadonlyMap<unknown, Value>,
  raw: unknown,
  values: Values,
): Value | undefined {
  const value = known.get(raw);
  return value === undefined && values === 'fastapi' ? chooseEqual(known, raw) : value;
}

/** To Python, 1 and `True` are equal, and so are 0 and `False`. */
function chooseEqual<Value>(known: ReadonlyMap<unknown, Value>, raw: unknown): Value | undefined {
  if (typeof raw === 'boolean') return known.get(Number(raw));
  const number = numberOf(raw);
  const value = known.get(number);
  return value === undefined && (number === 0 || number === 1) ? known.get(number === 1) : value;
}
