import { latePattern } from './memo.ts';

/** Runs of characters, which are very long in hostile texts: an expression finds the end of those in a third of the time. */

/** The longest run that is followed character by character, which takes less time than calling an expression. */
export const INLINE_LIMIT = 32;

/**
 * Checks that a sticky expression matches the whole of a text, if it can match in only one way. An expression that ends with `$`
 * would backtrack through the run to try shorter matches.
 */
export function matchesWhole(run: RegExp, text: string): boolean {
  run.lastIndex = 0;
  return run.test(text) && run.lastIndex === text.length;
}

/** Returns the end of the match of a sticky expression at a position. */
export function matchEnd(run: RegExp, text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}

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

/**
 * Removes ASCII white space from both ends. `String.prototype.trim` would also remove Unicode spaces, which are part of what was
 * sent, and `/\s+$/` takes quadratic time.
 */
export function trim(text: string): string {
  let end = text.length;
  const start = spaceEnd(text);
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Returns the end of the white space at the start of a text. */
function spaceEnd(text: string): number {
  const near = Math.min(INLINE_LIMIT, text.length);
  let at = 0;
  while (at < near && isSpace(text.charCodeAt(at))) at++;
  return at < near ? at : matchEnd(SPACE, text, at);
}

const SPACE = /[\t-\r ]*/y;

/** Checks for a tab, line feed, vertical tab, form feed, carriage return or space. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Removes from both ends the white space of Rust, which differs from that of JavaScript. */
export function trimAsRust(text: string): string {
  return trimmed(text, isWhiteSpace);
}

/** Removes from both ends the white space of Python. */
export function trimAsPython(text: string): string {
  return trimmed(text, (character) => isWhiteSpace(character) || isSeparator(character));
}

function trimmed(text: string, isSpace: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(character: string): boolean {
  return whiteSpace().test(character);
}

/** Checks for the ASCII separators of files, groups, records and units. */
function isSeparator(character: string): boolean {
  return character >= '\u001c' && character <= '\u001f';
}

const whiteSpace = latePattern(String.raw`\p{White_Space}`);

/**
 * Pads the start of a text until it has as many characters as bytes in UTF-8, for rules that count bytes. `FILLER` follows each
 * character outside ASCII. The rest of the text is never counted.
 */
export function padToByteLength(text: string): string {
  const length = Math.min(text.length, START);
  for (let at = 0; at < length; at++)
    if (text.charCodeAt(at) > LAST_ASCII)
      return text.slice(0, START).replace(NOT_ASCII, padded) + text.slice(START);
  return text;
}

export const FILLER = '\ufffd';
const START = 64;
const LAST_ASCII = 0x7f;
const NOT_ASCII = /[\u0080-\u{10ffff}]/gu;

/** Pads a character. One above U+FFFF already has two code units. */
function padded(character: string): string {
  return character < '\u0800' ? character + FILLER : character + FILLER + FILLER;
}
