import type { Bounds } from '../bounds.ts';
import type { Samples } from './samples.ts';

/** Whole numbers at the bounds and beside them, and what is no whole number. */
export function integerSamples(bounds: Bounds): Samples {
  const { multipleOf = 1, min = bounds.exclusiveMin ?? 1 } = bounds;
  const numbers = [1, 0, ...aroundBounds(bounds, multipleOf), multipleOf];
  return {
    accepted: [...numbers, ...numbers.slice(0, 1).map(String)],
    refused: [...numbers, multipleOf + 1, min + 0.5, 'ten', Number.POSITIVE_INFINITY, 2 ** 53],
  };
}

/** Numbers at the bounds and close beside them, and what is no finite number. */
export function floatSamples(bounds: Bounds): Samples {
  const { multipleOf = 10 ** -decimalsOf(bounds) } = bounds;
  const numbers = [1.5, 0, ...aroundBounds(bounds, multipleOf), multipleOf];
  return {
    accepted: [...numbers, '1.5'],
    refused: [...numbers, multipleOf / 2, 'ten', Number.POSITIVE_INFINITY],
  };
}

/** Each bound, the last value before it and the first one after it, one step apart. */
function aroundBounds({ min, exclusiveMin, max, exclusiveMax }: Bounds, step: number): number[] {
  const bounds = [min, exclusiveMin, max, exclusiveMax].filter((bound) => bound !== undefined);
  return bounds.flatMap((bound) => {
    const steps = Math.floor(bound / step);
    return [bound, ...[steps, steps - 1, steps + 1].map((count) => rounded(count * step, step))];
  });
}

/** A multiple of a step without the digits that binary fractions add. */
function rounded(number: number, step: number): number {
  return Number(number.toFixed(Math.min(decimals(step), MOST_DECIMALS))) + 0;
}

/** One more than any bound has, so that a value beside it is none that another bound might have. */
function decimalsOf(bounds: Bounds): number {
  const all = Object.values<number | undefined>({ ...bounds }).map((bound = 0) => decimals(bound) + 1);
  return Math.max(2, ...all);
}

function decimals(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [, fraction = ''] = mantissa.split('.');
  return Math.max(0, fraction.length - Number(exponent));
}

const MOST_DECIMALS = 100;
