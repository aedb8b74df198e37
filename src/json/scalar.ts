import { isDigit, MINUS, QUOTE } from './codes.ts';
import type { Cursor } from './cursor.ts';
import type { FlawType } from './flaw.ts';
import { number } from './number.ts';
import { string } from './string.ts';

/** Takes a string, a number or a word, by its first character: undefined where something has stopped the cursor. */
export function scalar(cursor: Cursor, code: number): unknown {
  if (code === QUOTE) return string(cursor);
  return code === MINUS || isDigit(code) ? number(cursor, code) : word(cursor);
}

function word(cursor: Cursor): boolean | null | undefined {
  for (const [word, value] of words) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return value;
  }
  return cursor.stop(hint(cursor.text.charAt(cursor.at)));
}

/** The probable mistake of somebody who wrote this where a value should be. */
function hint(character: string): FlawType {
  if (/^[A-Za-z]/.test(character)) return 'word';
  if (/^[+.]/.test(character)) return 'numberStart';
  if (character === "'") return 'singleQuote';
  return character === '/' ? 'comment' : 'value';
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
