import type { Cursor } from './cursor.ts';
import type { FlawType } from './flaw.ts';

/** Reads `true`, `false` or `null`; returns undefined if something stopped the cursor. */
export function word(cursor: Cursor): boolean | null | undefined {
  for (const [word, value] of words) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return value;
  }
  return cursor.stop(hint(cursor.text.charAt(cursor.at)));
}

/** Returns the likely mistake, given the character where a value should be. */
function hint(character: string): FlawType {
  if (/[A-Za-z]/.test(character)) return 'word';
  if (/[+.]/.test(character)) return 'numberStart';
  if (character === "'") return 'singleQuote';
  return character === '/' ? 'comment' : 'value';
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
