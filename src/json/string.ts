import { INLINE_LIMIT, matchEnd } from '../text/scan.ts';
import { BACKSLASH, type Cursor, END, isHexDigit, LETTER_U, QUOTE, SPACE } from './cursor.ts';

/**
 * Takes a string: undefined where something has stopped the cursor. What is in it is judged here; what its escapes mean is
 * left to `JSON.parse`.
 */
export function string(cursor: Cursor): string | undefined {
  const start = cursor.at++;
  skipPlain(cursor);
  if (cursor.code === QUOTE) {
    cursor.at++;
    return cursor.text.slice(start + 1, cursor.at - 1);
  }
  while (cursor.code === BACKSLASH) {
    cursor.at++;
    if (!skipEscape(cursor)) return undefined;
    skipPlain(cursor);
  }
  if (cursor.code !== QUOTE) return cursor.stop(cursor.code === END ? 'quote' : 'control');
  cursor.at++;
  return JSON.parse(cursor.text.slice(start, cursor.at));
}

/** Moves past characters that stand for themselves. */
function skipPlain(cursor: Cursor): void {
  const { text } = cursor;
  const near = Math.min(cursor.at + INLINE_LIMIT, text.length);
  let { at } = cursor;
  while (at < near && isPlain(text.charCodeAt(at))) at++;
  cursor.at = at < near ? at : matchEnd(PLAIN, text, at);
}

function isPlain(code: number): boolean {
  return code >= SPACE && code !== QUOTE && code !== BACKSLASH;
}

/** Moves past what follows a backslash. */
function skipEscape(cursor: Cursor): true | undefined {
  const isLong = cursor.code === LETTER_U;
  if (!isLong && !escapes[cursor.code]) return cursor.stop('escape');
  cursor.at++;
  return isLong ? skipHexDigits(cursor) : true;
}

function skipHexDigits(cursor: Cursor): true | undefined {
  for (const last = cursor.at + 4; cursor.at < last; cursor.at++)
    if (!isHexDigit(cursor.code)) return cursor.stop('hexDigit');
  return true;
}

const PLAIN = /[ !#-[\]-\uffff]*/y;
/** The characters of ASCII before which a backslash may stand; to look into a set takes longer than all else that is done with one. */
const escapes = Array.from({ length: 128 }, (_, code) => '"\\/bfnrt'.includes(String.fromCharCode(code)));
