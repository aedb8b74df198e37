/** The code of the first character of a text; 0 where it has none. */
export function codePointOf(text: string): number {
  return text.codePointAt(0) ?? 0;
}
