/**
 * Lengthens a text until it has as many characters as it has bytes in UTF-8, for rules that count bytes. What is not ASCII stays
 * so, and where it was.
 */
export function stretchToBytes(text: string): string {
  return PRINTABLE_ASCII.test(text) ? text : text.replace(NOT_ASCII, stretch);
}

const PRINTABLE_ASCII = /^[ -~]*$/;
const NOT_ASCII = /[\u0080-\u{10ffff}]/gu;

/** A character beyond U+FFFF has two code units already. */
function stretch(character: string): string {
  return character < '\u0800' ? `${character}\ufffd` : `${character}\ufffd\ufffd`;
}
