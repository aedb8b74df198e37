import { INLINE_LIMIT, matchEnd } from '../text/scan.ts';
import { BACKSLASH, COMMA, codeAt, isSpace, QUOTE } from './cursor.ts';

/**
 * Skips text that has been read before, and is therefore known to be JSON. All functions take a position and return the next one.
 */

/** Returns the end of the value at `start`. */
export function valueEnd(json: string, start: number): number {
  const code = json.charCodeAt(start);
  if (code === QUOTE) return stringEnd(json, start);
  return nesting(code) > 0 ? containerEnd(json, start) : scalarEnd(json, start);
}

/** Returns the end of a string. Its characters are looked at one by one only if a quotation mark in it may be escaped. */
export function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  if (json.charCodeAt(at - 1) !== BACKSLASH) return at + 1;
  at = start + 1;
  for (let code = codeAt(json, at); code !== QUOTE; code = codeAt(json, at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function containerEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = json.charCodeAt(at);
    depth += nesting(code);
    at = code === QUOTE ? stringEnd(json, at) : isPlain(code) ? plainEnd(json, at + 1) : at + 1;
  } while (depth > 0);
  return at;
}

/** Returns the position of the next bracket or quotation mark. */
function plainEnd(json: string, start: number): number {
  let at = start;
  while (isPlain(json.charCodeAt(at))) at = at < start + INLINE_LIMIT ? at + 1 : matchEnd(PLAIN, json, at);
  return at;
}

function isPlain(code: number): boolean {
  return code !== QUOTE && nesting(code) === 0;
}

function scalarEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && !isDelimiter(json.charCodeAt(at)))
    at = at < start + INLINE_LIMIT ? at + 1 : matchEnd(DIGITS, json, at + 1);
  return at;
}

/** Returns the change of depth by a character outside strings. `[` and `{` differ only in bit 5. */
export function nesting(code: number): -1 | 0 | 1 {
  const brace = code | 0x20;
  return brace === 0x7b ? 1 : brace === 0x7d ? -1 : 0;
}

function isDelimiter(code: number): boolean {
  return code === COMMA || nesting(code) < 0 || isSpace(code);
}

const PLAIN = /[^"[\]{}]*/y;
const DIGITS = /[0-9]*/y;
