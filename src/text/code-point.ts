/** Returns the code point of the first character; 0 for an empty text. */
export function codePointOf(text: string): number {
  return text.codePointAt(0) ?? 0;
}
