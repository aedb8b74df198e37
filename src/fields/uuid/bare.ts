import { runEnd, short } from '../run.ts';

/**
 * The 32 digits that are left once everything is gone that Python takes away: each `urn:`, then each `uuid:`, then
 * braces at the ends, then hyphens. Undefined where anything else is left; nobody then looks at what follows it.
 */
export function bareDigits(text: string): string | undefined {
  let digits = '';
  let isBegun = false;
  let isOver = false;
  /** So much of a `uuid:` has come. There may be `urn:` within it, as that goes first. */
  let prefix = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === HYPHEN && prefix === 0 && !isOver) {
      isBegun = true;
      at = hyphensEnd(text, at) - 1;
    } else if (code === LETTER_U && isUrn(text, at)) {
      at += LENGTH_OF_URN - 1;
    } else if (code === LETTER_U || prefix > 0) {
      if (code !== UUID[prefix]) return undefined;
      prefix = code === COLON ? 0 : prefix + 1;
    } else if (code === OPENING || code === CLOSING) {
      isOver = isBegun;
    } else {
      if (isOver || digits.length === DIGITS || !isDigit(code)) return undefined;
      isBegun = true;
      digits += text.charAt(at);
    }
  }
  return digits.length === DIGITS && prefix === 0 ? digits : undefined;
}

function hyphensEnd(text: string, start: number): number {
  const near = Math.min(start + short, text.length);
  let at = start;
  while (at < near && text.charCodeAt(at) === HYPHEN) at++;
  return at < near ? at : runEnd(HYPHENS, text, at);
}

/** Whether a `u` begins `urn:`. To call `startsWith` takes longer. */
function isUrn(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 1) === LETTER_R &&
    text.charCodeAt(at + 2) === LETTER_N &&
    text.charCodeAt(at + 3) === COLON
  );
}

/** Python hands the digits to `int`, which lets `_`, `0x`, spaces and other scripts' digits slip through. */
function isDigit(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

const DIGITS = 32;
const HYPHENS = /-*/y;
const LENGTH_OF_URN = 4;
const UUID = Array.from('uuid:', (letter) => letter.charCodeAt(0));
const HYPHEN = 0x2d;
const COLON = 0x3a;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_U = 0x75;
const OPENING = 0x7b;
const CLOSING = 0x7d;
