import { runEnd } from '../../text/scan.ts';

/** What Python takes away wherever it stands: each `urn:`, then each `uuid:`, within which there may have been `urn:`. */
const urn = '(?:urn:)*';
export const prefix = `urn:|${[...'uuid:'].join(urn)}`;

/** The 32 digits that are left once braces at the ends and all hyphens are gone as well; undefined where anything else is. */
export function bareDigits(text: string): string | undefined {
  if (text.length > MOST) return undefined;
  let digits = '';
  let at = runEnd(INSIDE, text, runEnd(OUTSIDE, text, 0));
  for (let end = runEnd(HEX, text, at); end > at && digits.length < DIGITS; end = runEnd(HEX, text, at)) {
    digits += text.slice(at, end);
    at = runEnd(INSIDE, text, end);
  }
  return digits.length === DIGITS && runEnd(OUTSIDE, text, at) === text.length ? digits : undefined;
}

/** An expression that takes millions of groups runs out of memory. */
export const MOST = 1024 * 1024;
const DIGITS = 32;
/** Python hands the digits to `int`, which lets `_`, `0x`, spaces and other scripts' digits slip through. */
const HEX = /[0-9a-f]{0,32}/iy;
const OUTSIDE = new RegExp(`(?:${prefix}|[{}]+)*`, 'y');
const INSIDE = new RegExp(`(?:${prefix}|-+)*`, 'y');
