import { type Issues, wrong } from '../errors/issue.ts';
import type { TimeFault } from '../errors/words.ts';
import { padToByteLength } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { DAY_LENGTH, dayFault, isInYearZero } from './date-time/day.ts';
import { describeTime } from './date-time/describe.ts';
import { MIDNIGHT, type Moment, readMoment } from './date-time/moment.ts';
import { readTimestamp } from './date-time/numeric-text.ts';
import { momentOfNumber } from './date-time/timestamp.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { dateSamples } from './samples/time.ts';
import { numberOf, type Values, type ValuesOption } from './values.ts';

/**
 * A date, `2026-11-22`, or a date and time at midnight. The value is the date as text. With `values: 'fastapi'` it may also be a
 * number of seconds or milliseconds since 1970.
 */
export function date({ values = 'strict', label }: ValuesOption = {}): Field<string> {
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string') return isDay(raw) ? afterYearZero(raw, raw) : readDateText(raw, values);
      const number = values === 'fastapi' ? numberOf(raw) : undefined;
      return number === undefined ? wrong('date_type', raw) : dayOf(momentOfNumber(number), raw);
    },
    write: quote,
    typeName: () => 'date',
    describe: (side) => describeTime('date', side, values),
    samples: dateSamples,
  });
}

function isDay(text: string): boolean {
  return text.length === DAY_LENGTH && dayFault(text) === undefined;
}

function readDateText(raw: string, values: Values): string | Issues {
  const text = padToByteLength(raw);
  const timestamp = values === 'fastapi' ? readTimestamp(text) : undefined;
  return dayOf(timestamp?.moment ?? readMoment(text, values), raw);
}

/** Returns the date of a moment, which must be midnight. */
function dayOf(moment: Moment | TimeFault, raw: unknown): string | Issues {
  if (typeof moment === 'string') return wrong('date_from_datetime_parsing', raw, { fault: moment });
  if (moment.clock !== MIDNIGHT) return wrong('date_from_datetime_inexact', raw);
  return afterYearZero(moment.day, raw);
}

function afterYearZero(day: string, raw: unknown): string | Issues {
  return isInYearZero(day) ? wrong('date_parsing', raw, { fault: 'year_zero' }) : day;
}
