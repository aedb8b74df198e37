import type { TimeFault } from '../../errors/words.ts';
import { pair } from '../../text/scan.ts';

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
