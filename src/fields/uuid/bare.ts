import { matchEnd } from '../../text/scan.ts';

/** What Python takes away wherever it stands: each `urn:`, then each `uuid:`, within which there may have been `urn:`. */
const URN = '(?:urn:)*';
export const PREFIX = `urn:|${[...'uuid:'].join(URN)}`;

/** The 32 digits that are left once braces at the ends and all hyphens are gone as well; undefined where anything else is. */
export function bareDigits(text: string): string | undefined {
  if (text.length > MOST) return undefined;
  let digits = '';
  let at = matchEnd(INSIDE, text, matchEnd(OUTSIDE, text, 0));
  for (let end = matchEnd(HEX, text, at); end > at && digits.length < DIGITS; end = matchEnd(HEX, text, at)) {
    digits += text.slice(at, end);
    at = matchEnd(INSIDE, text, end);
  }
  return digits.length === DIGITS && matchEnd(OUTSIDE, text, at) === text.length ? digits : undefined;
}

/** An expression that takes millions of groups runs out of memory. */
export const MOST = 1024 * 1024;
const DIGITS = 32;
/** Python hands the digits to `int`, which lets `_`, `0x`, spaces and other scripts' digits slip through. */
const HEX = /[0-9a-f]{0,32}/iy;
const OUTSIDE = new RegExp(`(?:${PREFIX}|[{}]+)*`, 'y');
const INSIDE = new RegExp(`(?:${PREFIX}|-+)*`, 'y');
