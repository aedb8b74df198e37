import { latePattern } from './late-pattern.ts';

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
