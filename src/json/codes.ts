/** The characters that JSON is made of, as numbers. */

/** What stands for none, behind the last one. */
export const end = -1;
export const lineFeed = 0x0a;
export const space = 0x20;
export const quote = 0x22;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const point = 0x2e;
export const slash = 0x2f;
export const zero = 0x30;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const letterU = 0x75;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

export function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  const letter = lower(code);
  return isDigit(code) || (letter >= 0x61 && letter <= 0x66);
}

export function isExponent(code: number): boolean {
  return lower(code) === 0x65;
}

export function isSpace(code: number): boolean {
  return code <= space && (code === space || code === lineFeed || code === 0x0d || code === 0x09);
}

/**
 * The character at a place in a text. Looking past the end with `charCodeAt` alone makes V8 give up compiling it, and every
 * look takes four times as long from then on.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : end;
}

/** The small letter of a letter. */
function lower(code: number): number {
  return code | 0x20;
}
