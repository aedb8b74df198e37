import { MAX_LABEL } from '../idna/label.ts';
import { mapText } from '../idna/mapping.ts';

/**
 * Checks for a host that is too long, however the WHATWG parser would read it. This runs before the parser, which takes time
 * quadratic in the length of a label.
 */
export function isTooLong(written: string): boolean {
  if (written.length <= MAX_LABEL) return false;
  if (written.length > MAX_WRITTEN) return true;
  const known = written.replace(ESCAPED, '.');
  const name = ASCII.test(known) ? known : mapText(known).replace(HIGH_SURROGATE, '');
  const labels = name.split('.');
  return labels.join('').length > MAX_NAME || labels.some((label) => label.length > MAX_LABEL);
}

/** The 255 bytes of https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4, less the two that only the wire format has. */
export const MAX_NAME = 253;
/** More than any name takes, at four UTF-16 units for a letter with its accents. Only padding makes a name longer. */
const MAX_WRITTEN = 1024;
const ASCII = /^[\0-\x7f]*$/;
/** Escaped bytes. A single one may be a dot, and several may be one character. */
const ESCAPED = /%[0-9a-f]{2}/gi;
/** The first halves of surrogate pairs, so that each pair counts as one character. */
const HIGH_SURROGATE = /[\ud800-\udbff]/g;
