/**
 * Lengthens the start of a text until it has as many characters as it has bytes in UTF-8, for rules that count bytes. What is not
 * ASCII stays where it was, and `FILLER` follows it. Beyond the start nobody counts.
 */
export function padToByteLength(text: string): string {
  const length = Math.min(text.length, START);
  for (let at = 0; at < length; at++)
    if (text.charCodeAt(at) > LAST_ASCII)
      return text.slice(0, START).replace(NOT_ASCII, padded) + text.slice(START);
  return text;
}

export const FILLER = '\ufffd';
const START = 64;
const LAST_ASCII = 0x7f;
const NOT_ASCII = /[\u0080-\u{10ffff}]/gu;

/** A character beyond U+FFFF has two code units already. */
function padded(character: string): string {
  return character < '\u0800' ? character + FILLER : character + FILLER + FILLER;
}
