import { type Issues, wrong } from '../issues/issue.ts';
import type { JsonSchema } from './definition.ts';
import { checkLengths } from './lengths.ts';

/** Bounds for the number of items. */
export interface Items {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The names of containers in pydantic's words. */
type Container = 'List' | 'Tuple' | 'Set' | 'Dictionary';

/** Numbers of items that something can have. A mistake in them is one in the program, and is thrown. */
export function checkItems(items: Items): void {
  checkLengths(lengthsOf(items));
}

/** Refuses more items than there may be. */
export function tooMany(
  items: Items,
  length: number,
  raw: unknown,
  container: Container,
): Issues | undefined {
  const { maxItems = Number.POSITIVE_INFINITY } = items;
  if (length <= maxItems) return undefined;
  return wrong('too_long', raw, { ...lengthsOf(items), length, container });
}

/** Refuses fewer items than there have to be. */
export function tooFew(items: Items, length: number, raw: unknown, container: Container): Issues | undefined {
  const { minItems = 0 } = items;
  if (length >= minItems) return undefined;
  return wrong('too_short', raw, { ...lengthsOf(items), length, container });
}

/** The same in JSON Schema, where an array has `minItems` and an object has `minProperties`. */
export function describeItems({ minItems, maxItems }: Items, unit: 'Items' | 'Properties'): JsonSchema {
  return {
    ...(minItems !== undefined && { [`min${unit}`]: minItems }),
    ...(maxItems !== undefined && { [`max${unit}`]: maxItems }),
  };
}

function lengthsOf({ minItems, maxItems }: Items) {
  return {
    ...(minItems !== undefined && { minLength: minItems }),
    ...(maxItems !== undefined && { maxLength: maxItems }),
  };
}
