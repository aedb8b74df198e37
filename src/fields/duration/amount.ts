import type { TimeFault } from '../../errors/words.ts';
import type { Values } from '../values.ts';

/** A duration without its sign. */
export interface Amount {
  readonly days: number;
  readonly seconds: number;
  readonly micros: number;
}

/** The largest number of days or seconds that pydantic can hold. */
export const MOST = 2 ** 32 - 1;
const MAX_DAYS = 999_999_999;
export const DAY = 86_400;
const SECOND = 1_000_000;

/** Carries microseconds over into seconds and seconds into days, if Python can hold the result. */
export function normalize({ days, seconds, micros }: Amount): Amount | TimeFault {
  const allSeconds = seconds + Math.floor(micros / SECOND);
  const allDays = days + Math.floor(allSeconds / DAY);
  if (allSeconds > MOST || allDays > MOST) return 'duration_number_large';
  if (allDays > MAX_DAYS) return 'duration_days_large';
  return { days: allDays, seconds: allSeconds % DAY, micros: micros % SECOND };
}

/** Checks for durations below the least one of Python, a whole number of days; Python crashes on them. */
export function isBelowLeast({ days, seconds, micros }: Amount): boolean {
  return days === MAX_DAYS && seconds + micros > 0;
}

/** Writes a normalized duration in ISO 8601 as pydantic does, with years of 365 days: `-P1Y2DT3H4.5S`. */
export function writeAmount({ days, seconds, micros }: Amount, negative: boolean): string {
  const date = part(Math.floor(days / YEAR), 'Y') + part(days % YEAR, 'D');
  const time =
    part(Math.floor(seconds / 3600), 'H') +
    part(Math.floor(seconds / 60) % 60, 'M') +
    (micros === 0 ? part(seconds % 60, 'S') : `${seconds % 60}.${fraction(micros)}S`);
  if (date === '' && time === '') return 'PT0S';
  return `${negative ? '-' : ''}P${date}${time && `T${time}`}`;
}

const YEAR = 365;

function part(number: number, unit: string): string {
  return number === 0 ? '' : `${number}${unit}`;
}

function fraction(micros: number): string {
  return String(micros).padStart(6, '0').replace(TRAILING_ZEROS, '');
}

const TRAILING_ZEROS = /0{1,5}$/;

/** Returns the duration of a number of seconds. Ignores the sign. */
export function amountOf(number: number, values: Values): Amount | TimeFault {
  if (Number.isNaN(number)) return 'not_a_number';
  const total = Math.abs(number);
  if (total > MOST * DAY) return 'duration_days_large';
  const whole = Math.floor(total);
  const micros = Math.round((total % 1) * 1e6);
  if (values === 'strict' && !isWritten(total, micros)) return 'fraction_long';
  return { days: Math.floor(whole / DAY), seconds: whole % DAY, micros };
}

/** Checks that a number has no digits beyond these microseconds. */
function isWritten(number: number, micros: number): boolean {
  const [, fraction = ''] = String(number).split('.');
  return !String(number).includes('e-') && Number(fraction.padEnd(6, '0')) === micros;
}
