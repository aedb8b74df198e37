import { type Issues, wrong } from '../errors/issue.ts';
import type { TimeFault } from '../errors/words.ts';
import { checkNoMore, checkOptions, choice, type Rules } from '../text/options.ts';
import { padToByteLength } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import type { JsonSchema, Side } from './definitions.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import type { Samples } from './samples.ts';
import {
  DAY_LENGTH,
  dayFault,
  isInYearZero,
  MIDNIGHT,
  type Moment,
  readMoment,
  readTime,
  type Time,
  writeClock,
} from './time/read.ts';
import { momentOfNumber, readTimestamp } from './time/timestamp.ts';
import { checkValuesOption, numberOf, type Values, type ValuesOption, valuesRules } from './values.ts';

/**
 * A date, `2026-11-22`, or a date and time at midnight. The value is the date as text. With `values: 'fastapi'` it may also be a
 * number of seconds or milliseconds since 1970.
 *
 * @example
 * date().parse('2026-11-22') // '2026-11-22'
 */
export function date(options: ValuesOption = {}): Field<string, string | Date> {
  checkValuesOption('date()', options);
  checkNoMore('date()', arguments, 1);
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string') return readDay(raw, values);
      if (fit?.isReply && isMoment(raw)) return readDay(raw.toISOString().slice(0, DAY_LENGTH), values);
      const number = values === 'fastapi' ? numberOf(raw) : undefined;
      return number === undefined ? wrong('date_type', raw) : dayOf(momentOfNumber(number), raw);
    },
    write: quote,
    typeName: () => 'date',
    describe: (side) => describeTime('date', side, values),
    samples: dateSamples,
  });
}

function readDay(raw: string, values: Values): string | Issues {
  return isDay(raw) ? afterYearZero(raw, raw) : readDateText(raw, values);
}

/** Recognizes a `Date`, which a reply may have in place of text. */
function isMoment(raw: unknown): raw is Date {
  return raw instanceof Date && !Number.isNaN(raw.getTime());
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

/**
 * A time of day, with or without an offset from UTC: `10:00:00`, `10:00:00.500000+01:00`. The value is text. With `values:
 * 'fastapi'` it may also be a number of seconds since midnight, in UTC.
 *
 * @example
 * time().parse('10:20') // '10:20:00'
 */
export function time(options: TimeOptions = {}): Field<string> {
  checkOptions('time()', options, timeRules);
  checkNoMore('time()', arguments, 1);
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

/**
 * A date and a time of day, with or without an offset from UTC: `2026-11-22T10:00:00Z`. A date alone means midnight. The value is
 * text. With `values: 'fastapi'` it may also be a number of seconds or milliseconds since 1970.
 *
 * @example
 * dateTime().parse('2026-11-22 10:20:30Z') // '2026-11-22T10:20:30Z'
 */
export function dateTime(options: TimeOptions = {}): Field<string, string | Date> {
  checkOptions('dateTime()', options, timeRules);
  checkNoMore('dateTime()', arguments, 1);
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string')
        return isNormalDateTime(raw, options) ? raw : readDateTimeText(raw, options);
      if (fit?.isReply && isMoment(raw)) return readDateTimeText(raw.toISOString(), options);
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

/** Describes text in a format of JSON Schema; FastAPI also accepts a number. */
function describeTime(format: 'date' | 'date-time' | 'time', side: Side, values: Values): JsonSchema {
  const text = { type: 'string', format };
  return side === 'input' && values === 'fastapi' ? { anyOf: [text, { type: 'number' }] } : text;
}

/** Options of fields with a time of day. */
export interface TimeOptions extends ValuesOption {
  /** `aware` requires an offset from UTC or a `Z`; `naive` forbids both. */
  readonly timezone?: 'aware' | 'naive';
}

const timeRules: Rules<TimeOptions> = { ...valuesRules, timezone: choice('aware', 'naive') };

/** Returns the issue of an offset, or of its absence, if there is one. */
function timezoneIssues({ timezone }: TimeOptions, offset: string, raw: unknown): Issues | undefined {
  if (timezone === 'aware' && offset === '') return wrong('timezone_aware', raw);
  return timezone === 'naive' && offset !== '' ? wrong('timezone_naive', raw) : undefined;
}

/** Patterns for texts that are already in normal form. Matching takes a third of the time of parsing. */

/** Days 1 to 28, which every month has. */
const NORMAL_DAY = '(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])';
const NORMAL_CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.(?!000000)[0-9]{6})?';
const NORMAL_OFFSET = '(?:Z|[+-](?!00:00)(?:[01][0-9]|2[0-3]):[0-5][0-9])?';

const NORMAL_TIME = new RegExp(`^${NORMAL_CLOCK}${NORMAL_OFFSET}$`);
const NORMAL_DATE_TIME = new RegExp(`^${NORMAL_DAY}T${NORMAL_CLOCK}${NORMAL_OFFSET}$`);

const DATE = '2026-11-22';
const TIME = '10:30:00';

function dateSamples(): Samples {
  return {
    accepted: [DATE, `${DATE}T00:00:00`],
    refused: ['2026-02-30', `${DATE}T${TIME}`, '0000-01-01'],
  };
}

/** Times with and without an offset from UTC, for fields that require or forbid one. */
function timeSamples(): Samples {
  return {
    accepted: [TIME, `${TIME}Z`, `${TIME}.500000+01:00`],
    refused: ['25:00:00', TIME, `${TIME}Z`],
  };
}

function dateTimeSamples(): Samples {
  return {
    accepted: [`${DATE}T${TIME}Z`, `${DATE}T${TIME}`, DATE],
    refused: [`${DATE}T25:00:00Z`, '0000-01-01T00:00:00', `${DATE}T${TIME}`, `${DATE}T${TIME}Z`],
  };
}

export function durationSamples(): Samples {
  return {
    accepted: ['P1DT2H', '1 day, 02:00:00', 90],
    refused: ['a day'],
  };
}
