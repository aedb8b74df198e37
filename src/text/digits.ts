import { matchEnd } from './scan.ts';

/** The number that two digits at a place in a text write; NaN where they are not two digits. */
export function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The end of the digits that start at a place in a text; that place where there are none. */
export function digitsEnd(text: string, at: number): number {
  return matchEnd(DIGITS, text, at);
}

const DIGITS = /[0-9]*/y;
const ZERO = 0x30;
