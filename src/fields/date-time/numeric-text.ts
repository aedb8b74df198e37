import type { TimeFault } from '../../errors/words.ts';
import { matchEnd, matchesWhole } from '../../text/scan.ts';
import type { Moment } from './moment.ts';
import { momentOfDecimal, momentOfNumber } from './timestamp.ts';

/** The timestamp in a numeric text. `whole` is true if the number is an integer. */
interface Timestamp {
  readonly moment: Moment | TimeFault;
  readonly whole: boolean;
}

/** Reads a numeric text as a timestamp, as pydantic does; undefined if the text is not a number. */
export function readTimestamp(text: string): Timestamp | undefined {
  const start = matchEnd(SIGN, text, 0);
  const end = matchEnd(DIGITS, text, start);
  const whole = wrappedInteger(text.slice(start, end));
  if (whole === undefined) return undefined;
  if (end < text.length) {
    return matchesWhole(DECIMAL, text) ? { moment: momentOfDecimal(Number(text)), whole: false } : undefined;
  }
  if (end === start) return undefined;
  return { moment: momentOfNumber(text.startsWith('-') ? -whole : whole), whole: true };
}

/**
 * Reads a 64-bit integer as pydantic does: it notices an overflow only when the sum turns negative, so a few integers that are
 * too long wrap around and are accepted.
 */
function wrappedInteger(digits: string): number | undefined {
  let high = 0;
  let low = 0;
  for (let at = 0; at < digits.length; at++) {
    const sum = low * 10 + digits.charCodeAt(at) - ZERO;
    high = (high * 10 + Math.floor(sum / HALF)) >>> 0;
    low = sum >>> 0;
    if (high >= HALF / 2) return undefined;
  }
  return high * HALF + low;
}

/** The base of the two halves of 32 bits. */
const HALF = 2 ** 32;
const ZERO = 0x30;
const SIGN = /[+-]?/y;
const DIGITS = /[0-9]*/y;
/** Linear: only one repetition can match any digit. */
const DECIMAL = /[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
