import { type Issues, isListing, wrong } from '../errors/issue.ts';
import type { JsonSchema } from './definitions.ts';
import { MAX_REPEATED } from './samples.ts';

/** Bounds for the number of characters or items. */
export interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Checks that some length can be within the bounds. Anything else is a mistake in the program, and throws. */
export function checkLengths({ minLength = 0, maxLength = minLength }: Lengths): void {
  if (minLength > maxLength)
    throw new TypeError(`No length is at least ${minLength} and at most ${maxLength}`);
}

/** Bounds for the number of items. */
export interface Items {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The names of containers in pydantic's messages. */
type Container = 'List' | 'Tuple' | 'Set' | 'Dictionary';

/** Checks that some number of items can be within the bounds. Anything else is a mistake in the program, and throws. */
export function checkItems(items: Items): void {
  checkLengths(lengthsOf(items));
}

/** Returns an issue if there are too many items. */
export function tooMany(
  items: Items,
  length: number,
  raw: unknown,
  container: Container,
): Issues | undefined {
  const { maxItems = Number.POSITIVE_INFINITY } = items;
  if (length <= maxItems) return undefined;
  return wrongLength('too_long', items, length, raw, container);
}

/** Returns an issue if there are too few items. */
export function tooFew(items: Items, length: number, raw: unknown, container: Container): Issues | undefined {
  const { minItems = 0 } = items;
  if (length >= minItems) return undefined;
  return wrongLength('too_short', items, length, raw, container);
}

function wrongLength(
  type: 'too_long' | 'too_short',
  items: Items,
  length: number,
  raw: unknown,
  container: Container,
): Issues {
  // A million issues that are only counted need no context.
  return wrong(type, raw, isListing() ? { ...lengthsOf(items), length, container } : undefined);
}

/** Describes the bounds as JSON Schema: an array has `minItems`, an object `minProperties`. */
export function describeItems({ minItems, maxItems }: Items, unit: 'Items' | 'Properties'): JsonSchema {
  return {
    ...(minItems !== undefined && { [`min${unit}`]: minItems }),
    ...(maxItems !== undefined && { [`max${unit}`]: maxItems }),
  };
}

/** The numbers of items at the bounds, and just outside, of which samples are made. Without a bound, none is at it. */
export function lengthsAround({ minItems = 0, maxItems = Number.NaN }: Items): number[] {
  const all = [minItems - 1, minItems, maxItems, maxItems + 1];
  return all.filter((length) => length >= 0 && length <= MAX_REPEATED);
}

function lengthsOf({ minItems, maxItems }: Items) {
  return {
    ...(minItems !== undefined && { minLength: minItems }),
    ...(maxItems !== undefined && { maxLength: maxItems }),
  };
}
