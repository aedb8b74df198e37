import { INLINE_LIMIT, matchEnd } from './scan.ts';

/** The number that two digits at a place in a text write; NaN where they are not two digits. */
export function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN;
}

/** The end of the digits that start at a place in a text; that place where there are none. */
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
