import { INLINE_LIMIT, matchEnd } from '../scan.ts';
import { BACKSLASH, type Cursor, END, isHexDigit, LETTER_U, QUOTE, SPACE } from './cursor.ts';

/**
 * Reads a string; returns undefined if something stopped the cursor. The syntax is checked here, and `JSON.parse` decodes the
 * escapes.
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

/** Skips characters that stand for themselves. */
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

/** Skips the rest of an escape after its backslash. */
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
/**
 * The ASCII characters that may follow a backslash. Searching a set would take longer than everything else that is done with an
 * escape.
 */
const escapes: boolean[] = [];
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = true;
