import { INLINE_LIMIT, matchEnd } from './scan.ts';

/**
 * Removes ASCII white space from both ends. `String.prototype.trim` would also remove Unicode spaces, which are part of what was
 * sent, and `/\s+$/` takes quadratic time.
 */
export function trim(text: string): string {
  let end = text.length;
  const start = spaceEnd(text);
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Returns the end of the white space at the start of a text. */
function spaceEnd(text: string): number {
  const near = Math.min(INLINE_LIMIT, text.length);
  let at = 0;
  while (at < near && isSpace(text.charCodeAt(at))) at++;
  return at < near ? at : matchEnd(SPACE, text, at);
}

const SPACE = /[\t-\r ]*/y;

/** Checks for a tab, line feed, vertical tab, form feed, carriage return or space. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
