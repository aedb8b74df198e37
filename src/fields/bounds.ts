import { Issue, type Issues, sentence, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import type { JsonSchema } from './definition.ts';

/** The bounds of a number: `min` and `max` are inclusive, `exclusiveMin` and `exclusiveMax` are not. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
  readonly multipleOf?: number;
}

/** Returns the number if it is within its bounds, or the issue. `raw` is the number as it arrived. */
export function within<Value extends number | bigint>(
  bounds: Bounds,
  value: Value,
  raw: unknown,
): Value | Issues {
  const type = violation(bounds, value);
  return type === undefined ? value : wrong(type, raw, bounds);
}

/** Returns the first bound that a number breaks, in pydantic's order. NaN breaks every bound except `multipleOf`. */
function violation(bounds: Bounds, value: number | bigint): IssueType | undefined {
  const { min, max, exclusiveMin, exclusiveMax, multipleOf } = bounds;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return 'multiple_of';
  if (max !== undefined && !(value <= max)) return 'less_than_equal';
  if (exclusiveMax !== undefined && !(value < exclusiveMax)) return 'less_than';
  if (min !== undefined && !(value >= min)) return 'greater_than_equal';
  return exclusiveMin !== undefined && !(value > exclusiveMin) ? 'greater_than' : undefined;
}

/**
 * Compares bigints and safe integers exactly. Allows for rounding otherwise: 0.3 is a multiple of 0.1, although no double is
 * exactly either.
 */
function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(of) && value % BigInt(of) === 0n;
  if (!Number.isFinite(value)) return true;
  if (Number.isInteger(value) && Number.isInteger(of))
    return !Number.isSafeInteger(value) || value % of === 0;
  return Math.abs(value - Math.round(value / of) * of) <= TOLERANCE;
}

const TOLERANCE = 1e-9;

/**
 * Returns the bounds without those that are undefined. Throws if a bound is no number, or if no number can be within them, which
 * are mistakes in the program.
 */
export function checkedBounds(bounds: Bounds): Bounds {
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  const { min = bounds.exclusiveMin, max = bounds.exclusiveMax, multipleOf = 1 } = bounds;
  if (min !== undefined && max !== undefined && !(min <= max))
    throw new TypeError(`No number is at least ${min} and at most ${max}`);
  if (!(multipleOf > 0)) throw new TypeError(`No number is a multiple of ${multipleOf}`);
  for (const [name, bound] of given)
    if (typeof bound !== 'number' || Number.isNaN(bound))
      throw new TypeError(`${bound} is not a number for ${name}`);
  return Object.fromEntries(given);
}

/** Describes the bounds of a JSON number as JSON Schema. */
export function describeBounds(bounds: Bounds): JsonSchema {
  const { min, max, exclusiveMin, exclusiveMax, multipleOf } = bounds;
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(exclusiveMin !== undefined && { exclusiveMinimum: exclusiveMin }),
    ...(exclusiveMax !== undefined && { exclusiveMaximum: exclusiveMax }),
    ...(multipleOf !== undefined && { multipleOf }),
  };
}

/** Describes a number in text: its spelling as a pattern and, since a pattern cannot compare numbers, its bounds in words. */
export function describeText(spelling: RegExp, bounds: Bounds): JsonSchema {
  const { multipleOf, ...range } = bounds;
  const types: IssueType[] = [];
  if (Object.keys(range).length > 0) types.push('greater_than_equal');
  if (multipleOf !== undefined) types.push('multiple_of');
  if (types.length === 0) types.push('finite_number');
  const sentences = types.map((type) => sentence(new Issue(type, undefined, bounds)));
  return { type: 'string', pattern: `^${spelling.source}$`, description: sentences.join('. ') };
}
