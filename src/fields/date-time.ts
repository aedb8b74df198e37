import { type Issues, wrong } from '../errors/issue.ts';
import { padToByteLength } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { DAY_LENGTH, dayFault, isInYearZero } from './date-time/day.ts';
import { describeTime } from './date-time/describe.ts';
import { MIDNIGHT, type Moment, readMoment } from './date-time/moment.ts';
import { NORMAL_DATE_TIME } from './date-time/normal.ts';
import { readTimestamp } from './date-time/numeric-text.ts';
import { momentOfNumber } from './date-time/timestamp.ts';
import { type TimeOptions, timezoneIssues } from './date-time/timezone.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { dateTimeSamples } from './samples/time.ts';
import { numberOf } from './values.ts';

/**
 * A date and a time of day, with or without an offset from UTC: `2026-11-22T10:00:00Z`. A date alone means midnight. The value is
 * text. With `values: 'fastapi'` it may also be a number of seconds or milliseconds since 1970.
 */
export function dateTime(options: TimeOptions = {}): Field<string> {
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string')
        return isNormalDateTime(raw, options) ? raw : readDateTimeText(raw, options);
      const number = values === 'fastapi' ? numberOf(raw) : undefined;
      return number === undefined ? wrong('datetime_type', raw) : readNumber(number, raw, options);
    },
    write: quote,
    typeName: () => 'datetime',
    describe: (side) => describeTime('date-time', side, values),
    samples: dateTimeSamples,
  });
}

function isNormalDateTime(raw: string, { timezone }: TimeOptions): boolean {
  return timezone === undefined && NORMAL_DATE_TIME.test(raw);
}

function readNumber(number: number, raw: unknown, options: TimeOptions): string | Issues {
  const moment = momentOfNumber(number);
  if (typeof moment === 'string') return wrong('datetime_parsing', raw, { fault: moment });
  return writeDateTime(moment, raw, options);
}

/** Reads text. If it is neither a date and time nor a date, pydantic reports what is wrong with the date. */
function readDateTimeText(raw: string, options: TimeOptions): string | Issues {
  const { values = 'strict' } = options;
  const text = padToByteLength(raw);
  const fault = dayFault(text) ?? (text.length > DAY_LENGTH ? 'extra_characters' : undefined);
  if (fault === undefined) return writeDateTime({ day: text, clock: MIDNIGHT, offset: '' }, raw, options);
  const timestamp = values === 'fastapi' ? readTimestamp(text) : undefined;
  const moment = timestamp?.moment ?? readMoment(text, values);
  if (typeof moment !== 'string') return writeDateTime(moment, raw, options);
  const pydanticFault = timestamp?.whole ? moment : fault;
  return wrong('datetime_from_date_parsing', raw, { fault: moment, pydanticFault });
}

function writeDateTime({ day, clock, offset }: Moment, raw: unknown, options: TimeOptions): string | Issues {
  const issues = timezoneIssues(options, offset, raw);
  if (issues) return issues;
  if (isInYearZero(day)) return wrong('datetime_parsing', raw, { fault: 'year_zero' });
  return `${day}T${clock}${offset}`;
}
