import type { TimeFault } from '../../errors/words.ts';
import type { Values } from '../values.ts';
import { DAY_LENGTH, dayFault } from './day.ts';
import { readTime, type Time } from './offset.ts';

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
