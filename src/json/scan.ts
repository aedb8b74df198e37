import { INLINE_LIMIT, matchEnd } from '../text/scan.ts';
import { BACKSLASH, codeAt, isSpace, QUOTE } from './codes.ts';

/** Steps over the pieces of a valid JSON text. All take a position and give the next. */

/** The position after the white space, commas and colons at `at`. */
export function gapEnd(json: string, at: number): number {
  while (isGap(codeAt(json, at))) at++;
  return at;
}

/** The position after the string that starts at `at`. */
function stringEnd(json: string, at: number): number {
  const mark = json.indexOf('"', at + 1);
  return isEscaped(json, mark) ? restEnd(json, mark + 1) : mark + 1;
}

/** The same from within a string that has quotation marks in it, where `indexOf` would be called for each. */
function restEnd(json: string, start: number): number {
  let at = start;
  for (let code = codeAt(json, at); code !== QUOTE && at < json.length; code = codeAt(json, at))
    at = code === BACKSLASH ? at + 2 : textEnd(json, at + 1);
  return at + 1;
}

/** The position of the next quotation mark or backslash. */
function textEnd(json: string, start: number): number {
  const near = Math.min(start + INLINE_LIMIT, json.length);
  let at = start;
  while (at < near && isText(json.charCodeAt(at))) at++;
  return at < near ? at : matchEnd(TEXT, json, at);
}

function isText(code: number): boolean {
  return code !== QUOTE && code !== BACKSLASH;
}

/** The position after the bracket, string, number or word at `at`. */
export function tokenEnd(json: string, at: number): number {
  return nesting(codeAt(json, at)) === 0 ? valueEnd(json, at) : at + 1;
}

/** The position after the value that starts at `at`, or after the closing bracket there. */
export function valueEnd(json: string, at: number): number {
  const code = codeAt(json, at);
  if (code === QUOTE) return stringEnd(json, at);
  return nesting(code) > 0 ? containerEnd(json, at) : scalarEnd(json, at);
}

function containerEnd(json: string, start: number): number {
  let depth = 1;
  let at = start + 1;
  let plain = 0;
  while (depth > 0 && at < json.length) {
    const code = json.charCodeAt(at);
    if (isPlain(code)) {
      at = plain < INLINE_LIMIT ? at + 1 : matchEnd(PLAIN, json, at);
      plain++;
    } else {
      depth += nesting(code);
      at = code === QUOTE ? stringEnd(json, at) : at + 1;
      plain = 0;
    }
  }
  return at;
}

function isPlain(code: number): boolean {
  return code !== QUOTE && nesting(code) === 0;
}

function scalarEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && !endsToken(json.charCodeAt(at)))
    at = at < start + INLINE_LIMIT ? at + 1 : matchEnd(DIGITS, json, at + 1);
  return at;
}

/** By how many levels a character outside of strings changes the depth. Bit 5 alone tells `[` from `{`. */
export function nesting(code: number): -1 | 0 | 1 {
  const brace = code | 0x20;
  return brace === 0x7b ? 1 : brace === 0x7d ? -1 : 0;
}

/** Each run of backslashes is walked once, from the quotation mark behind it, so the time is linear. */
function isEscaped(json: string, end: number): boolean {
  let start = end;
  while (codeAt(json, start - 1) === BACKSLASH) start--;
  return (end - start) % 2 === 1;
}

function endsToken(code: number): boolean {
  return isGap(code) || nesting(code) < 0;
}

function isGap(code: number): boolean {
  return code === 0x2c || code === 0x3a || isSpace(code);
}

const PLAIN = /[^"[\]{}]*/y;
const TEXT = /[^"\\]*/y;
const DIGITS = /[0-9]*/y;
