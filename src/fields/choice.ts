import { type Issues, wrong } from '../errors/issue.ts';
import type { Scalar } from '../errors/words.ts';
import { exceedsInt64, numberOf, type Values } from './values.ts';

/** A value of a literal or an enumeration. */
export type { Scalar };

/** Finds an allowed value. Looks up `read`, the value as parsed; reports `raw`, the value as it arrived. */
type Choose<Value> = (read: unknown, raw: unknown) => Value | Issues;

/** Makes a lookup in a list of values. An empty list is a mistake in the program, and throws. */
export function chooseAmong<Value extends Scalar>(
  expected: readonly Value[],
  type: 'enum' | 'literal_error',
  values: Values,
): Choose<Value> {
  if (expected.length === 0) throw new TypeError('A choice needs at least one value');
  const known = new Map<unknown, Value>(expected.map((value) => [value, value]));
  const isNumeric = values === 'fastapi' && expected.some(Number.isInteger);
  const find = values === 'fastapi' ? findEqual : findSame;
  const [first] = expected;
  return (read, raw) => {
    // Most literals have a single value, the tag of an object.
    if (read === first) return first as Value;
    const value = find(known, read);
    if (value !== undefined) return value;
    return wrong(isNumeric && exceedsInt64(read) ? 'int_parsing_size' : type, raw, { expected });
  };
}

function findSame<Value>(known: ReadonlyMap<unknown, Value>, read: unknown): Value | undefined {
  return known.get(read);
}

/** Finds a value as Python compares them: 1 equals `True`, and 0 equals `False`. */
function findEqual<Value>(known: ReadonlyMap<unknown, Value>, read: unknown): Value | undefined {
  const value = known.get(read);
  if (value !== undefined) return value;
  if (typeof read === 'boolean') return known.get(Number(read));
  const number = numberOf(read);
  return known.get(number) ?? (number === 0 || number === 1 ? known.get(number === 1) : undefined);
}
