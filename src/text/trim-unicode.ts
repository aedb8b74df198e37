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
  return WHITE_SPACE.test(character);
}

/** The four that ASCII has for files, groups, records and units. */
function isSeparator(character: string): boolean {
  return character >= '\u001c' && character <= '\u001f';
}

const WHITE_SPACE = /\p{White_Space}/u;
