/**
 * Removes ASCII white space from both ends. `String.prototype.trim` would also take away the Unicode spaces,
 * which are part of what was sent, and `/\s+$/` takes quadratic time.
 */
export function trim(text: string): string {
  let end = text.length;
  let start = 0;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Tab, line feed, vertical tab, form feed, carriage return, space. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
