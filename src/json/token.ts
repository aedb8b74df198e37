import type { Cursor, Pattern } from './cursor.ts';
import type { FlawType } from './flaw.ts';

/** Takes a string, a number or a word. */
export function token(cursor: Cursor): boolean {
  if (cursor.sees('"')) return string(cursor);
  if (cursor.sees(numberStart)) return number(cursor);
  return cursor.skip(word) || cursor.refuse(hint(cursor));
}

/** Takes a string. */
export function string(cursor: Cursor): boolean {
  cursor.skip('"');
  cursor.skip(plain);
  while (cursor.skip('\\')) {
    if (!escaped(cursor)) return false;
    cursor.skip(plain);
  }
  return cursor.expect('"', cursor.isAtEnd() ? 'quote' : 'control');
}

function escaped(cursor: Cursor): boolean {
  if (!cursor.skip('u')) return cursor.expect(shortEscape, 'escape');
  return [1, 2, 3, 4].every(() => cursor.expect(hexDigit, 'hexDigit'));
}

function number(cursor: Cursor): boolean {
  cursor.skip('-');
  if (!cursor.skip('0')) {
    if (!cursor.expect(digits, 'digit')) return false;
  } else if (cursor.sees(digits)) return cursor.refuse('leadingZero');
  return fraction(cursor) && exponent(cursor);
}

function fraction(cursor: Cursor): boolean {
  return !cursor.skip('.') || cursor.expect(digits, 'digit');
}

function exponent(cursor: Cursor): boolean {
  if (!cursor.skip('e') && !cursor.skip('E')) return true;
  if (!cursor.skip('+')) cursor.skip('-');
  return cursor.expect(digits, 'digit');
}

function hint(cursor: Cursor): FlawType {
  return hints.find(([start]) => cursor.sees(start))?.[1] ?? 'value';
}

const plain = /[ !#-[\]-\uffff]+/y;
const shortEscape = /["\\/bfnrt]/y;
const hexDigit = /[0-9a-fA-F]/y;
const numberStart = /[-0-9]/y;
const digits = /[0-9]+/y;
const word = /true|false|null/y;
const hints: readonly (readonly [Pattern, FlawType])[] = [
  [/[A-Za-z]/y, 'word'],
  [/[+.]/y, 'numberStart'],
  ["'", 'singleQuote'],
  ['/', 'comment'],
];
