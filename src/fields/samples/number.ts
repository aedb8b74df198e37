import type { Bounds } from '../bounds.ts';
import type { Samples } from '../samples.ts';

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
