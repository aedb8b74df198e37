/**
 * Pads the start of a text until it has as many characters as bytes in UTF-8, for rules that count bytes. `FILLER` follows each
 * character outside ASCII. The rest of the text is never counted.
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

/** Pads a character. One above U+FFFF already has two code units. */
function padded(character: string): string {
  return character < '\u0800' ? character + FILLER : character + FILLER + FILLER;
}
