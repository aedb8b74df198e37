import type { TimeFault } from '../../issues/time-faults.ts';
import { matchEnd, matchesWhole } from '../../text/scan.ts';
import type { Moment } from './moment.ts';
import { momentOfDecimal, momentOfNumber } from './timestamp.ts';

/** The value of the text of a number, and whether that is a whole number. */
export interface Timestamp {
  readonly moment: Moment | TimeFault;
  readonly whole: boolean;
}

/** Reads a text as a timestamp, as pydantic does; undefined where it is not the text of a number. */
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
 * An integer of 64 bits that pydantic reads. It notices that one is too long when a sum turns negative, and takes what is left
 * of a few that never do.
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

/** Half of the bits. */
const HALF = 2 ** 32;
const ZERO = 0x30;
const SIGN = /[+-]?/y;
const DIGITS = /[0-9]*/y;
/** Takes linear time: a digit can be matched by one repetition only. */
const DECIMAL = /[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
