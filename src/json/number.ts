import { Numeral } from './inexact-number.ts';
import { runEnd, short } from '../text/scan.ts';
import { codeAt, isDigit, isExponent, minus, plus, point, zero } from './codes.ts';
import type { Cursor } from './cursor.ts';
import { hasFraction } from './literal.ts';

/**
 * Takes a number: a `Numeral` where its double would hide that it has a fraction, and undefined where something has stopped
 * the cursor.
 */
export function number(cursor: Cursor, sign: number): number | Numeral | undefined {
  const start = cursor.at;
  if (sign === minus) cursor.at++;
  const first = cursor.at;
  const whole = digits(cursor);
  if (whole === undefined) return undefined;
  const { at, code } = cursor;
  if (at > first + 1 && cursor.text.charCodeAt(first) === zero) {
    cursor.at = first + 1;
    return cursor.stop('leadingZero');
  }
  if (at - first > MOST_EXACT || code === point || isExponent(code)) return decimal(cursor, start);
  return sign === minus ? -whole : whole;
}

/** Takes digits, and gives the number that they are; of so many that it would not be exact, any number. */
function digits(cursor: Cursor): number | undefined {
  const { text } = cursor;
  const near = cursor.at + short;
  let { at } = cursor;
  let whole = 0;
  let code = codeAt(text, at);
  if (!isDigit(code)) return cursor.stop('digit');
  while (isDigit(code) && at < near) {
    whole = 10 * whole + code - zero;
    code = codeAt(text, ++at);
  }
  cursor.at = at < near ? at : runEnd(DIGITS, text, at);
  return whole;
}

/** Takes the rest of a number that started there, and may have a fraction and an exponent. */
function decimal(cursor: Cursor, start: number): number | Numeral | undefined {
  if (cursor.code === point) {
    cursor.at++;
    if (digits(cursor) === undefined) return undefined;
  }
  if (isExponent(cursor.code)) {
    cursor.at++;
    if (cursor.code === plus || cursor.code === minus) cursor.at++;
    if (digits(cursor) === undefined) return undefined;
  }
  const literal = cursor.text.slice(start, cursor.at);
  const value = Number(literal);
  return Number.isInteger(value) && hasFraction(literal) ? new Numeral(literal) : value;
}

/** So many digits are always exact. */
const MOST_EXACT = 15;
const DIGITS = /[0-9]*/y;
