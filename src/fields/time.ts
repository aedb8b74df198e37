import { type Issues, wrong } from '../errors/issue.ts';
import type { TimeFault } from '../errors/words.ts';
import { padToByteLength } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { writeClock } from './date-time/clock.ts';
import { describeTime } from './date-time/describe.ts';
import { NORMAL_TIME } from './date-time/normal.ts';
import { readTime, type Time } from './date-time/offset.ts';
import { type TimeOptions, timezoneIssues } from './date-time/timezone.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { timeSamples } from './samples/time.ts';
import { numberOf } from './values.ts';

/**
 * A time of day, with or without an offset from UTC: `10:00:00`, `10:00:00.500000+01:00`. The value is text. With `values:
 * 'fastapi'` it may also be a number of seconds since midnight, in UTC.
 */
export function time(options: TimeOptions = {}): Field<string> {
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string') return isNormalTime(raw, options) ? raw : readTimeText(raw, options);
      const number = values === 'fastapi' ? numberOf(raw) : undefined;
      return number === undefined ? wrong('time_type', raw) : writeTime(timeOf(number), raw, options);
    },
    write: quote,
    typeName: () => 'time',
    describe: (side) => describeTime('time', side, values),
    samples: timeSamples,
  });
}

function isNormalTime(raw: string, { timezone }: TimeOptions): boolean {
  return timezone === undefined && NORMAL_TIME.test(raw);
}

function readTimeText(raw: string, options: TimeOptions): string | Issues {
  return writeTime(readTime(padToByteLength(raw), 0, options.values ?? 'strict'), raw, options);
}

function writeTime(time: Time | TimeFault, raw: unknown, options: TimeOptions): string | Issues {
  if (typeof time === 'string') return wrong('time_parsing', raw, { fault: time });
  return timezoneIssues(options, time.offset, raw) ?? time.clock + time.offset;
}

function timeOf(number: number): Time | TimeFault {
  if (Number.isNaN(number)) return 'not_a_number';
  if (number < 0) return 'time_negative';
  const micros = Math.round((number % 1) * 1e6);
  const seconds = Math.floor(number) + Math.floor(micros / 1e6);
  return seconds < SECONDS_OF_DAY ? { clock: writeClock(seconds, micros % 1e6), offset: 'Z' } : 'time_large';
}

const SECONDS_OF_DAY = 86_400;
