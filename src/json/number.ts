import { INLINE_LIMIT, matchEnd } from '../text/scan.ts';
import { type Cursor, codeAt, isDigit, isExponent, MINUS, PLUS, POINT, ZERO } from './cursor.ts';
import { InexactNumber } from './inexact-number.ts';

/**
 * Takes a number: an `InexactNumber` where its double would be another number, and undefined where something has
 * stopped the cursor.
 */
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

/** Takes digits, and gives the number that they are; of so many that it would not be exact, any number. */
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

/** Takes the rest of a number that started there, and may have a fraction and an exponent. */
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
  // One with a fraction or an exponent is meant as a double, and may lose its last digits; one without is exact.
  const isInexact = isWhole ? !Number.isSafeInteger(value) : Number.isInteger(value) && hasFraction(literal);
  return isInexact ? new InexactNumber(literal, isWhole, value) : value;
}

/** Tells whether a JSON number denotes one that is not whole, whatever its length and exponent. */
function hasFraction(literal: string): boolean {
  const exponent = literal.search(/[eE]/);
  const mantissa = exponent < 0 ? literal : literal.slice(0, exponent);
  const last = lastDigit(mantissa);
  if (last < 0) return false;
  const point = mantissa.includes('.') ? mantissa.indexOf('.') : mantissa.length;
  const power = last > point ? point - last : point - 1 - last;
  return power + (exponent < 0 ? 0 : Number(literal.slice(exponent + 1))) < 0;
}

/** The place of the last digit that is not 0; -1 where there is none. */
function lastDigit(mantissa: string): number {
  let at = mantissa.length - 1;
  while (at >= 0 && !isSignificant(mantissa.charCodeAt(at))) at--;
  return at;
}

function isSignificant(code: number): boolean {
  return code > ZERO && isDigit(code);
}

/** So many digits are always exact. */
const MAX_EXACT = 15;
const DIGITS = /[0-9]*/y;
