import { runEnd } from '../run.ts';

/** What Python takes away wherever it stands: each `urn:`, then each `uuid:`, within which `urn:` may have stood so many times. */
export function prefix(times: string): string {
  return `urn:|${[...'uuid:'].join(`(?:urn:)${times}`)}`;
}

/** The 32 digits that are left once braces at the ends and all hyphens are gone as well; undefined where anything else is. */
export function bareDigits(text: string): string | undefined {
  let digits = '';
  let at = skip(INSIDE, text, skip(OUTSIDE, text, 0));
  for (let end = digitsEnd(text, at); end > at && digits.length < DIGITS; end = digitsEnd(text, at)) {
    digits += text.slice(at, end);
    at = skip(INSIDE, text, end);
  }
  return digits.length === DIGITS && skip(OUTSIDE, text, at) === text.length ? digits : undefined;
}

/** The position behind all of these. */
function skip(some: RegExp, text: string, start: number): number {
  let at = start;
  for (let end = runEnd(some, text, at); end > at; end = runEnd(some, text, at)) at = end;
  return at;
}

/** Python hands the digits to `int`, which lets `_`, `0x`, spaces and other scripts' digits slip through. */
function digitsEnd(text: string, start: number): number {
  return runEnd(HEX, text, start);
}

const DIGITS = 32;
const HEX = /[0-9a-f]{0,32}/iy;
/** An expression that takes any number of groups at once can run out of memory. */
const MANY = '{0,500}';
const OUTSIDE = new RegExp(`(?:${prefix(MANY)}|[{}]+)${MANY}`, 'y');
const INSIDE = new RegExp(`(?:${prefix(MANY)}|-+)${MANY}`, 'y');
