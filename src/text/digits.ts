import { INLINE_LIMIT, matchEnd } from './scan.ts';

/** Returns the number that two digits at a position write; NaN if they are not digits. */
export function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN;
}

/** Returns the end of the digits at a position; the position itself if there are none. */
export function digitsEnd(text: string, at: number): number {
  const near = at + INLINE_LIMIT;
  let end = at;
  while (end < near && isDigit(text.charCodeAt(end))) end++;
  return end < near ? end : matchEnd(DIGITS, text, end);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const DIGITS = /[0-9]*/y;
const ZERO = 0x30;
const NINE = 0x39;
