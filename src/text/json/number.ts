import { INLINE_LIMIT, matchEnd } from '../scan.ts';
import { type Cursor, codeAt, isDigit, isExponent, MINUS, PLUS, POINT, ZERO } from './cursor.ts';
import { InexactNumber } from './inexact-number.ts';

/** Reads a number: an `InexactNumber` if a double would change it, undefined if something stopped the cursor. */
export function number(cursor: Cursor, sign: number): number | InexactNumber | undefined {
  const start = cursor.at;
  if (sign === MINUS) cursor.at++;
  const first = cursor.at;
  const whole = digits(cursor);
  if (whole === undefined) return undefined;
  const { at, code } = cursor;
  if (at > first + 1 && cursor.text.charCodeAt(first) === ZERO) {
    cursor.at = first + 1;
    return cursor.stop('leadingZero');
  }
  if (at - first > MAX_EXACT || code === POINT || isExponent(code)) return decimal(cursor, start);
  return sign === MINUS ? -whole : whole;
}

/** Reads digits, and returns their number; any number if there are too many digits for an exact one. */
function digits(cursor: Cursor): number | undefined {
  const { text } = cursor;
  const near = cursor.at + INLINE_LIMIT;
  let { at } = cursor;
  let whole = 0;
  let code = codeAt(text, at);
  if (!isDigit(code)) return cursor.stop('digit');
  while (isDigit(code) && at < near) {
    whole = 10 * whole + code - ZERO;
    code = codeAt(text, ++at);
  }
  cursor.at = at < near ? at : matchEnd(DIGITS, text, at);
  return whole;
}

/** Reads the rest of the number that begins at `start`. It may have a fraction and an exponent. */
function decimal(cursor: Cursor, start: number): number | InexactNumber | undefined {
  const { at: wholeEnd } = cursor;
  if (cursor.code === POINT) {
    cursor.at++;
    if (digits(cursor) === undefined) return undefined;
  }
  if (isExponent(cursor.code)) {
    cursor.at++;
    if (cursor.code === PLUS || cursor.code === MINUS) cursor.at++;
    if (digits(cursor) === undefined) return undefined;
  }
  const literal = cursor.text.slice(start, cursor.at);
  const isWhole = cursor.at === wholeEnd;
  const value = Number(literal);
  // A number with a fraction or an exponent is meant as a double, and may lose its last digits; any other one is exact.
  const isInexact = isWhole ? !Number.isSafeInteger(value) : Number.isInteger(value) && hasFraction(literal);
  return isInexact ? new InexactNumber(literal, isWhole, value) : value;
}

/** Checks for a number that is not whole, whatever its length and exponent. */
function hasFraction(literal: string): boolean {
  const exponent = literal.search(/[eE]/);
  const mantissa = exponent < 0 ? literal : literal.slice(0, exponent);
  const last = lastDigit(mantissa);
  if (last < 0) return false;
  const point = mantissa.includes('.') ? mantissa.indexOf('.') : mantissa.length;
  const power = last > point ? point - last : point - 1 - last;
  return power + (exponent < 0 ? 0 : Number(literal.slice(exponent + 1))) < 0;
}

/** Returns the position of the last digit other than 0, or -1. */
function lastDigit(mantissa: string): number {
  let at = mantissa.length - 1;
  while (at >= 0 && !isSignificant(mantissa.charCodeAt(at))) at--;
  return at;
}

function isSignificant(code: number): boolean {
  return code > ZERO && isDigit(code);
}

/** The number of digits that are always exact. */
const MAX_EXACT = 15;
const DIGITS = /[0-9]*/y;
