import { Issue, type Issues, sentence, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { aNumber, type Rules } from '../text/options.ts';
import type { JsonSchema } from './definitions.ts';
import type { Samples } from './samples.ts';

/** The bounds of a number: `min` and `max` are inclusive, `exclusiveMin` and `exclusiveMax` are not. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
  readonly multipleOf?: number;
}

export const boundsRules: Rules<Bounds> = {
  min: aNumber,
  max: aNumber,
  exclusiveMin: aNumber,
  exclusiveMax: aNumber,
  multipleOf: aNumber,
};

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
 * Returns the bounds without those that are undefined. Throws if no number can be within them, which is a mistake in the program.
 */
export function checkedBounds(bounds: Bounds): Bounds {
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  const { min = bounds.exclusiveMin, max = bounds.exclusiveMax, multipleOf = 1 } = bounds;
  if (min !== undefined && max !== undefined && !(min <= max))
    throw new TypeError(`No number is at least ${min} and at most ${max}`);
  if (!(multipleOf > 0)) throw new TypeError(`No number is a multiple of ${multipleOf}`);
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

/** Describes a number in text: its notation as a pattern and, since a pattern cannot compare numbers, its bounds in words. */
export function describeText(notation: RegExp, bounds: Bounds): JsonSchema {
  const { multipleOf, ...range } = bounds;
  const types: IssueType[] = [];
  if (Object.keys(range).length > 0) types.push('greater_than_equal');
  if (multipleOf !== undefined) types.push('multiple_of');
  if (types.length === 0) types.push('finite_number');
  const sentences = types.map((type) => sentence(new Issue(type, undefined, bounds)));
  return { type: 'string', pattern: `^${notation.source}$`, description: sentences.join('. ') };
}

/** Integers at the bounds and just outside, and values that are not integers. */
export function integerSamples(bounds: Bounds): Samples {
  const { multipleOf = 1, min = bounds.exclusiveMin ?? 1 } = bounds;
  const numbers = [multipleOf, 0, ...aroundBounds(bounds, multipleOf)];
  const [first] = numbers;
  return {
    accepted: [...numbers, String(first)],
    refused: [...numbers, multipleOf + 1, min + 0.5, 'ten', Number.POSITIVE_INFINITY, 2 ** 53],
  };
}

/** Numbers at the bounds and just outside, and values that are not finite numbers. */
export function floatSamples(bounds: Bounds): Samples {
  const { multipleOf = 1.5 } = bounds;
  const numbers = [multipleOf, 0, ...aroundBounds(bounds, bounds.multipleOf ?? 10 ** -decimalsOf(bounds))];
  return {
    accepted: [...numbers, String(multipleOf)],
    refused: [...numbers, multipleOf / 2, 'ten', Number.POSITIVE_INFINITY],
  };
}

/** The same for decimals, which may also have too many digits: in all, after the point, or before it. */
export function decimalSamples(bounds: Bounds, { maxDigits, maxPlaces }: MostDigits): Samples {
  const { accepted, refused } = floatSamples(bounds);
  const places =
    maxPlaces === undefined ? [] : [`0.${'1'.repeat(maxPlaces)}`, `0.${'1'.repeat(maxPlaces + 1)}`];
  const digits = maxDigits === undefined ? [] : ['1'.repeat(maxDigits), '1'.repeat(maxDigits + 1)];
  return { accepted: [...accepted, ...places], refused: [...refused, 'Infinity', ...places, ...digits] };
}

interface MostDigits {
  readonly maxDigits?: number | undefined;
  readonly maxPlaces?: number | undefined;
}

/** Returns the values on either side of each bound, one step apart: the last one inside and the first one outside. */
function aroundBounds({ min, exclusiveMin, max, exclusiveMax }: Bounds, step: number): number[] {
  const at = (bound: number, round: (steps: number) => number) => stepsTo(bound, step, round);
  const pairs = [
    ...(min === undefined ? [] : [at(min, Math.ceil), at(min, Math.ceil) - 1]),
    ...(exclusiveMin === undefined ? [] : [at(exclusiveMin, Math.floor) + 1, at(exclusiveMin, Math.floor)]),
    ...(max === undefined ? [] : [at(max, Math.floor), at(max, Math.floor) + 1]),
    ...(exclusiveMax === undefined ? [] : [at(exclusiveMax, Math.ceil) - 1, at(exclusiveMax, Math.ceil)]),
  ];
  return pairs.map((steps) => rounded(steps * step, step));
}

/** Returns the number of steps from 0 to a bound. A division of binary fractions may just miss a whole number. */
function stepsTo(bound: number, step: number, round: (steps: number) => number): number {
  const steps = bound / step;
  const nearest = Math.round(steps);
  return Math.abs(steps - nearest) < SAMPLE_TOLERANCE ? nearest : round(steps);
}

const SAMPLE_TOLERANCE = 1e-6;

/** Removes the digits that binary fractions add to a multiple of a step. */
function rounded(number: number, step: number): number {
  return Number(number.toFixed(Math.min(decimals(step), MAX_DECIMALS))) + 0;
}

/** One decimal place more than any bound has, so that the neighbour of one bound is never another bound. */
function decimalsOf(bounds: Bounds): number {
  const all = Object.values<number | undefined>({ ...bounds }).map((bound = 0) => decimals(bound) + 1);
  return Math.max(2, ...all);
}

function decimals(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [, fraction = ''] = mantissa.split('.');
  return Math.max(0, fraction.length - Number(exponent));
}

const MAX_DECIMALS = 100;
