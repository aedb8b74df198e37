import type { TimeFault } from '../../errors/words.ts';
import { digitsEnd, FILLER, matchEnd, pair } from '../../text/scan.ts';
import type { Values } from '../values.ts';

/** A time of day in its normal form, `10:00:00` or `10:00:00.500000`, and its end in the source text. */
interface Clock {
  readonly text: string;
  readonly end: number;
}

/** Reads the time of day, without an offset, that starts at `at`. */
export function readClock(text: string, at: number, values: Values): Clock | TimeFault {
  if (text.length - at < MINUTES_LENGTH) return 'too_short';
  const hour = pair(text, at);
  const minute = pair(text, at + 3);
  if (Number.isNaN(hour)) return 'hour_character';
  if (text.charCodeAt(at + 2) !== COLON) return 'time_separator';
  if (Number.isNaN(minute)) return 'minute_character';
  if (hour > 23) return 'hour_range';
  if (minute > 59) return 'minute_range';
  const end = at + MINUTES_LENGTH;
  if (text.charCodeAt(end) === COLON) return readSeconds(text, at, values);
  return { text: `${text.slice(at, end)}:00`, end };
}

function readSeconds(text: string, at: number, values: Values): Clock | TimeFault {
  const second = pair(text, at + MINUTES_LENGTH + 1);
  if (Number.isNaN(second)) return 'second_character';
  if (second > 59) return 'second_range';
  const end = at + SECONDS_LENGTH;
  const point = text.charCodeAt(end);
  const clock = { text: text.slice(at, end), end };
  return point === POINT || point === COMMA ? readFraction(text, clock, values) : clock;
}

/** Reads a fraction. Pydantic drops digits beyond microseconds; strict fields drop only zeros. */
function readFraction(text: string, whole: Clock, values: Values): Clock | TimeFault {
  const start = whole.end + 1;
  const end = digitsEnd(text, start);
  if (end === start) return 'fraction_missing';
  const kept = Math.min(end, start + PRECISION);
  if (values === 'strict' && matchEnd(ZEROS, text, kept) < end) return 'fraction_long';
  const micros = text.slice(start, kept).padEnd(PRECISION, '0');
  return { text: micros === NO_MICROS ? whole.text : `${whole.text}.${micros}`, end };
}

export function writeClock(seconds: number, micros: number): string {
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
  return micros === 0 ? clock : `${clock}.${String(micros).padStart(PRECISION, '0')}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

const MINUTES_LENGTH = 5;
const SECONDS_LENGTH = 8;
/** The number of digits of a fraction in microseconds. */
const PRECISION = 6;
const NO_MICROS = '000000';
const ZEROS = /0*/y;
const COLON = 0x3a;
const POINT = 0x2e;
const COMMA = 0x2c;

/** The length of a date: `2026-11-22`. */
export const DAY_LENGTH = 10;

/** Returns the fault of the date at the beginning of a text, if there is one. */
export function dayFault(text: string): TimeFault | undefined {
  if (text.length < DAY_LENGTH) return 'too_short';
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  if (Number.isNaN(year)) return 'year_character';
  if (text.charCodeAt(4) !== HYPHEN) return 'date_separator';
  if (Number.isNaN(month)) return 'month_character';
  if (text.charCodeAt(7) !== HYPHEN) return 'date_separator';
  if (Number.isNaN(day)) return 'day_character';
  if (month < 1 || month > 12) return 'month_range';
  return day >= 1 && day <= daysIn(month, year) ? undefined : 'day_range';
}

const HYPHEN = 0x2d;

/** The number of days of a month in the proleptic Gregorian calendar. */
export function daysIn(month: number, year: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Checks for the year 0, which text and timestamps can express. Python's calendar starts with the year 1. */
export function isInYearZero(day: string): boolean {
  return day.startsWith('0000');
}

/** A date and a time of day, all in normal form. */
export interface Moment extends Time {
  readonly day: string;
}

/** Reads a date and a time, separated by `T`, `t`, `_` or a space: RFC 3339 leaves the separator open. */
export function readMoment(text: string, values: Values): Moment | TimeFault {
  const fault = dayFault(text);
  if (fault !== undefined) return fault;
  if (!separators.has(text.charAt(DAY_LENGTH))) return 'date_time_separator';
  const time = readTime(text, DAY_LENGTH + 1, values);
  if (typeof time === 'string') return time;
  return { day: text.slice(0, DAY_LENGTH), clock: time.clock, offset: time.offset };
}

const separators = new Set('Tt_ ');
export const MIDNIGHT = '00:00:00';

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
