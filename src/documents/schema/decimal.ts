import { defined } from '../../text/guards.ts';
import { InexactNumber } from '../../text/json/reader.ts';

/** A JSON number: a double, or the text of a number that no double holds. */
export type JsonNumber = number | InexactNumber;

/** Checks for a JSON number. Whatever is not finite, such as `1e400`, is none. */
export function isNumber(value: unknown): value is JsonNumber {
  return Number.isFinite(value) || value instanceof InexactNumber;
}

/** A number as its significant digits, without zeros on either side, and a power of ten. Zero has no digits. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
  /** The digits as numbers of `PART_LENGTH` digits each, once they have been read. To read a million as one number takes a second. */
  parts?: readonly bigint[];
}

/** The decimals of numbers with many digits, which several keywords of a schema may ask for. */
const known = new WeakMap<InexactNumber, Decimal>();

function decimalOf(value: JsonNumber): Decimal {
  if (!(value instanceof InexactNumber)) return readDecimal(String(value));
  const decimal = known.get(value) ?? readDecimal(value.text);
  known.set(value, decimal);
  return decimal;
}

const PARTS = /^(-?)0*([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

function readDecimal(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = defined(PARTS.exec(text));
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (start < end && all.charAt(start) === '0') start++;
  while (end > start && all.charAt(end - 1) === '0') end--;
  const power = Number(exponent) - fraction.length + all.length - end;
  return { isNegative: sign === '-', digits: all.slice(start, end), exponent: start === end ? 0 : power };
}

/** Checks for a number without a fraction, however it is written: `1.0` is an integer. */
export function isWhole(value: JsonNumber): boolean {
  return value instanceof InexactNumber ? decimalOf(value).exponent >= 0 : Number.isInteger(value);
}

/** Compares two numbers exactly: negative if the first is less, 0 if they are equal. */
export function compare(one: JsonNumber, other: JsonNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const first = decimalOf(one);
  const second = decimalOf(other);
  const sign = signOf(first);
  if (sign !== signOf(second)) return sign - signOf(second);
  return sign * compareSizes(first, second);
}

function signOf({ isNegative, digits }: Decimal): number {
  if (digits === '') return 0;
  return isNegative ? -1 : 1;
}

/** Compares the numbers without their signs. Digits of the same weight are compared as text, and powers are never written out. */
function compareSizes(one: Decimal, other: Decimal): number {
  const byWeight = one.digits.length + one.exponent - (other.digits.length + other.exponent);
  if (byWeight !== 0) return byWeight;
  if (one.digits === other.digits) return 0;
  return one.digits < other.digits ? -1 : 1;
}

/** Checks exactly whether a number is a multiple of another, as decimals: 0.3 is one of 0.1. */
export function isMultiple(value: JsonNumber, of: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return Number(value) % Number(of) === 0;
  const dividend = decimalOf(value);
  const divisor = decimalOf(of);
  if (dividend.digits === '') return true;
  const shift = dividend.exponent - divisor.exponent;
  // A multiple of a higher power of ten would end in a zero, and these digits do not.
  if (shift < 0) return false;
  const unit = BigInt(divisor.digits);
  return (remainder(dividend, unit) * power(TEN, shift, unit)) % unit === ZERO;
}

/** Returns a number that leaves the same as the digits of another when it is divided. */
function remainder(decimal: Decimal, unit: bigint): bigint {
  if (decimal.digits.length <= PART_LENGTH) return BigInt(decimal.digits);
  decimal.parts ??= partsOf(decimal.digits);
  return decimal.parts.reduce((rest, part) => (rest * PART + part) % unit, ZERO);
}

function partsOf(digits: string): readonly bigint[] {
  const parts: bigint[] = [];
  for (let end = digits.length; end > 0; end -= PART_LENGTH)
    parts.push(BigInt(digits.slice(Math.max(0, end - PART_LENGTH), end)));
  return parts.reverse();
}

const ZERO = BigInt(0);
const ONE = BigInt(1);
const TEN = BigInt(10);
const PART_LENGTH = 2000;
const PART = TEN ** BigInt(PART_LENGTH);

/** A power modulo a number, by squaring. */
function power(base: bigint, exponent: number, modulus: bigint): bigint {
  let result = ONE;
  let square = base % modulus;
  for (let rest = exponent; rest >= 1; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
