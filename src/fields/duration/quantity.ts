import type { TimeFault } from '../../errors/words.ts';
import { digitsEnd } from '../../text/scan.ts';
import { MOST } from './amount.ts';

/** A number in a duration: its whole part, the digits of its fraction, if any, and its end in the text. */
interface Quantity {
  readonly whole: number;
  readonly fraction: string | undefined;
  readonly end: number;
}

/** Reads the digits at `at`. */
export function readWhole(text: string, at: number): Quantity | TimeFault {
  const end = digitsEnd(text, at);
  if (end === at) return 'duration_number';
  const whole = end === at + 1 ? text.charCodeAt(at) - ZERO : Number(text.slice(at, end));
  return whole > MOST ? 'duration_number_large' : { whole, fraction: undefined, end };
}

/** Reads the digits at `at`, and those after a point or a comma. */
export function readQuantity(text: string, at: number): Quantity | TimeFault {
  const quantity = readWhole(text, at);
  if (typeof quantity === 'string') return quantity;
  const point = text.charAt(quantity.end);
  if (point !== '.' && point !== ',') return quantity;
  const end = digitsEnd(text, quantity.end + 1);
  return { whole: quantity.whole, fraction: text.slice(quantity.end + 1, end), end };
}

/** Returns the fraction with these digits, calculated as pydantic does. Its last bit may differ from the nearest double. */
export function fractionOf(digits: string): number {
  let numerator = 0;
  let denominator = 1;
  for (let at = 0; at < digits.length; at++) {
    numerator = numerator * 10 + digits.charCodeAt(at) - ZERO;
    denominator *= 10;
  }
  return Number.isFinite(numerator) ? numerator / denominator : 0;
}

/** Checks that this fraction of a number of seconds is a whole number of microseconds. */
export function isWholeMicros(digits: string, seconds: number): boolean {
  const significant = digits.slice(0, MAX_SIGNIFICANT);
  if (digitsLeft(digits, significant.length)) return false;
  return (
    (BigInt(`0${significant}`) * BigInt(seconds) * 1_000_000n) % 10n ** BigInt(significant.length) === 0n
  );
}

/** A million times the seconds of any unit has fewer factors of 2, and of 5, than this. */
export const MAX_SIGNIFICANT = 16;
const ZERO = 0x30;

function digitsLeft(digits: string, at: number): boolean {
  return /[^0]/.test(digits.slice(at));
}
