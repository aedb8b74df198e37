import { latePattern } from './late-pattern.ts';

/** Removes what Rust counts as white space from both ends; JavaScript's own list is another one. */
export function trimAsRust(text: string): string {
  return trimmed(text, isWhiteSpace);
}

/** Removes what Python counts as white space from both ends. */
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

/** The four that ASCII has for files, groups, records and units. */
function isSeparator(character: string): boolean {
  return character >= '\u001c' && character <= '\u001f';
}

const whiteSpace = latePattern(String.raw`\p{White_Space}`);
