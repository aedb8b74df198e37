import type { TimeFault } from '../../errors/words.ts';
import { digitsEnd, matchEnd, pair } from '../../text/scan.ts';
import type { Values } from '../values.ts';

/** A time of day in its normal form, `10:00:00` or `10:00:00.500000`, and its end in the source text. */
export interface Clock {
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
