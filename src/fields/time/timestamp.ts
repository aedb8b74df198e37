import type { TimeFault } from '../../errors/words.ts';
import { matchEnd, matchesWhole } from '../../text/scan.ts';
import { daysIn, type Moment, writeClock } from './read.ts';

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

/**
 * Returns the moment a number of seconds after the start of 1970, or of milliseconds if it is above 20 billion. Follows pydantic,
 * which gets the fractions of negative numbers wrong.
 *
 * @see https://docs.pydantic.dev/latest/api/standard_library_types/#datetimedatetime
 */
export function momentOfNumber(number: number): Moment | TimeFault {
  if (Number.isNaN(number)) return 'not_a_number';
  const fraction = Number.isFinite(number) ? Math.abs(number % 1) : 0;
  return momentAt(int64(number), Math.round(fraction * (isInMilliseconds(number) ? 1e3 : 1e6)));
}

/** The same for text with a fraction: pydantic converts milliseconds to seconds before it splits off the fraction. */
function momentOfDecimal(number: number): Moment | TimeFault {
  const seconds = isInMilliseconds(number) ? number / 1000 : number;
  const whole = int64(seconds);
  return momentAt(whole, Math.max(Math.round((seconds - whole) * 1e6), 0));
}

function isInMilliseconds(number: number): boolean {
  return Math.abs(number) > MAX_SECONDS;
}

/** Rounds a number down, and limits it to 64 bits. */
function int64(number: number): number {
  return Math.min(Math.max(Math.floor(number), -INT64_LIMIT), INT64_LIMIT);
}

function momentAt(timestamp: number, micros: number): Moment | TimeFault {
  if (micros >= MAX_UINT32) return 'time_large';
  const inMilliseconds = isInMilliseconds(timestamp);
  const seconds = inMilliseconds ? Math.floor(timestamp / 1000) : timestamp;
  const total = micros + (inMilliseconds ? (timestamp - seconds * 1000) * 1000 : 0);
  return momentOfSeconds(seconds + Math.floor(total / 1e6), total % 1e6);
}

function momentOfSeconds(seconds: number, micros: number): Moment | TimeFault {
  if (seconds < YEAR_0) return 'timestamp_small';
  if (seconds >= YEAR_10000) return 'timestamp_large';
  const days = Math.floor((seconds - YEAR_0) / DAY);
  return { day: writeDay(days), clock: writeClock(seconds - YEAR_0 - days * DAY, micros), offset: 'Z' };
}

/** Writes the date that is `days` after 1 January of the year 0. */
function writeDay(days: number): string {
  let year = Math.floor(days / MEAN_YEAR) + 1;
  while (daysBefore(year) > days) year--;
  let month = 1;
  let rest = days - daysBefore(year);
  for (let length = daysIn(month, year); rest >= length; length = daysIn(month, year)) {
    rest -= length;
    month++;
  }
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(rest + 1, 2)}`;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

/** The number of days from the start of the year 0, a leap year, to the start of `year`. */
function daysBefore(year: number): number {
  return year * 365 + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
}

const DAY = 86_400;
const MEAN_YEAR = 365.2425;
/** The starts of these years, in seconds since the start of 1970. */
const YEAR_0 = -62_167_219_200;
const YEAR_10000 = 253_402_300_800;
const MAX_SECONDS = 2e10;
const MAX_UINT32 = 2 ** 32 - 1;
const INT64_LIMIT = 2 ** 63;
