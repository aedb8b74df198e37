import type { TimeFault } from '../../errors/words.ts';
import { FILLER, pair } from '../../text/scan.ts';
import type { Values } from '../values.ts';
import { type Clock, readClock } from './clock.ts';

/** A time of day and its offset from UTC, both in normal form: `Z`, `+01:00`, or nothing. */
export interface Time {
  readonly clock: string;
  readonly offset: string;
}

/** Reads a time of day, with or without an offset, from `at` to the end of the text. */
export function readTime(text: string, at: number, values: Values): Time | TimeFault {
  const clock = readClock(text, at, values);
  return typeof clock === 'string' ? clock : readOffset(text, clock);
}

function readOffset(text: string, { text: clock, end }: Clock): Time | TimeFault {
  if (end === text.length) return { clock, offset: '' };
  const sign = text.charAt(end);
  if (sign === 'Z' || sign === 'z')
    return end + 1 === text.length ? { clock, offset: 'Z' } : 'extra_characters';
  if (sign === '+' || sign === '-') return readDistance(text, end + 1, sign, clock);
  return sign === MINUS ? readDistance(text, minusEnd(text, end), '-', clock) : 'offset_sign';
}

function readDistance(text: string, at: number, sign: string, clock: string): Time | TimeFault {
  const hours = pair(text, at);
  if (Number.isNaN(hours)) return 'offset_hour_character';
  const start = text.charAt(at + 2) === ':' ? at + 3 : at + 2;
  const minutes = pair(text, start);
  if (Number.isNaN(minutes)) return 'offset_minute_character';
  if (minutes > 59) return 'offset_minute_range';
  if (hours > 23) return 'offset_range';
  if (start + 2 < text.length) return 'extra_characters';
  if (hours === 0 && minutes === 0) return { clock, offset: 'Z' };
  return { clock, offset: `${sign}${text.slice(at, at + 2)}:${text.slice(start, start + 2)}` };
}

/** The mathematical minus sign, which ISO 8601 also allows. It has three bytes in UTF-8. */
const MINUS = '\u2212';

function minusEnd(text: string, at: number): number {
  return text.charAt(at + 1) === FILLER ? at + 3 : at + 1;
}
