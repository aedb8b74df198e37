import type { TimeFault } from '../../errors/words.ts';
import { digitsEnd, matchEnd, pair } from '../../text/scan.ts';
import { readClock } from '../date-time/clock.ts';
import type { Values } from '../values.ts';
import type { Amount } from './amount.ts';
import { readWhole } from './quantity.ts';

/** Reads a duration in days, with or without a time: `3 days, 04:00:00`, `3d 04:00`. */
export function readDays(text: string, values: Values): Amount | TimeFault {
  const number = readWhole(text, 0);
  if (typeof number === 'string') return number;
  const end = matchEnd(DAY_WORD, text, number.end);
  if (end === 0) return 'duration_day_word';
  const days = number.whole;
  if (end === text.length) return { days, seconds: 0, micros: 0 };
  const time = readHours(text.slice(end), values);
  if (typeof time === 'string') return time;
  return time.days > 0 ? 'duration_hours_large' : { ...time, days };
}

/**
 * Matches `d`, `day` or `days`, but no other word that begins with `da`. After a mismatch, the index of a sticky expression is 0.
 */
const DAY_WORD = / ?[dD](?:ays?|AYS?|(?![aA]))(?:, ?| )?/y;

/** Reads a duration written as a time with any number of hours: `100:30:00.5`. */
export function readHours(text: string, values: Values): Amount | TimeFault {
  if (text.length < SHORTEST_CLOCK) return 'too_short';
  const colon = text.indexOf(':');
  if (colon === -1) return 'duration_form';
  if (colon > MAX_HOUR_DIGITS) return 'duration_hours_large';
  if (digitsEnd(text, 0) < colon) return 'duration_hour_character';
  const hours = Number(text.slice(0, colon));
  return hours > MAX_HOURS ? 'duration_hours_large' : readRest(hours, text.slice(colon + 1), values);
}

/**
 * Reads minutes and seconds. Pydantic reads only as many characters as minutes, seconds and microseconds need, and ignores the
 * rest.
 */
function readRest(hours: number, text: string, values: Values): Amount | TimeFault {
  const read = `00:${values === 'strict' ? text : text.slice(0, LONGEST_REST)}`;
  const clock = readClock(read, 0, values);
  if (typeof clock === 'string') return clock;
  if (clock.end < read.length) return 'extra_characters';
  const seconds = (hours % 24) * 3600 + pair(clock.text, 3) * 60 + pair(clock.text, 6);
  return { days: Math.floor(hours / 24), seconds, micros: Number(clock.text.slice(MICROS_AT)) };
}

const SHORTEST_CLOCK = '00:00'.length;
const LONGEST_REST = '00:00.000000'.length;
const MICROS_AT = '00:00:00.'.length;
const MAX_HOUR_DIGITS = 10;
const MAX_HOURS = 2_400_000_000;
