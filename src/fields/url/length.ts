import { MAX_LABEL } from '../idna/label.ts';
import { mapText } from '../idna/mapping.ts';

/**
 * Tells whether a host, as it was sent, is longer than a name can be, whatever the WHATWG parser would make of it. Asked first, as
 * the parser takes time quadratic in the length of a label.
 */
export function isTooLong(written: string): boolean {
  if (written.length <= MAX_LABEL) return false;
  if (written.length > MAX_WRITTEN) return true;
  const known = written.replace(ESCAPED, '.');
  const name = ASCII.test(known) ? known : mapText(known).replace(HIGH_SURROGATE, '');
  const labels = name.split('.');
  return labels.join('').length > MAX_NAME || labels.some((label) => label.length > MAX_LABEL);
}

/** https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4, without what only the wire has. */
export const MAX_NAME = 253;
/** More than a name can take, with four UTF-16 units for a letter and its accents. What is longer is padded. */
const MAX_WRITTEN = 1024;
const ASCII = /^[\0-\x7f]*$/;
/** One of these may be a dot, and several one character. */
const ESCAPED = /%[0-9a-f]{2}/gi;
/** The first halves of characters that are two units. */
const HIGH_SURROGATE = /[\ud800-\udbff]/g;
