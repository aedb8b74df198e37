import { type Issues, wrong } from '../errors/issue.ts';
import type { TimeFault } from '../errors/words.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { checkNoMore } from '../text/options.ts';
import { digitsEnd, matchEnd, padToByteLength, pair } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { readClock } from './time/read.ts';
import { durationSamples } from './time.ts';
import { checkValuesOption, numberOf, type Values, type ValuesOption } from './values.ts';

/**
 * A duration of days and parts of days: in ISO 8601 (`P3DT4H`, `-PT0.5S`), as days and a time (`3 days, 04:00:00`, `100:30`), or
 * as a number of seconds. The value is text in ISO 8601, with years of 365 days.
 *
 * @example
 * duration().parse('100:30') // 'P4DT4H30M'
 */
export function duration(options: ValuesOption = {}): Field<string> {
  checkValuesOption('duration()', options);
  checkNoMore('duration()', arguments, 1);
  const { values = 'strict', label } = options;
  const text = { type: 'string', format: 'duration' };
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string')
        return NORMAL.test(raw) ? raw : readText(padToByteLength(raw), raw, values);
      const number = typeof raw === 'boolean' && values === 'fastapi' ? Number(raw) : numberOf(raw);
      if (number === undefined) return wrong('time_delta_type', raw);
      const isExact = values === 'fastapi' || !(raw instanceof InexactNumber) || raw.isWhole;
      return write(isExact ? amountOf(number, values) : 'fraction_long', number < 0, raw);
    },
    write: quote,
    typeName: () => 'timedelta',
    describe: (side) => (side === 'input' ? { anyOf: [text, { type: 'number' }] } : text),
    samples: durationSamples,
  });
}

function readText(text: string, raw: string, values: Values): string | Issues {
  const sign = text.charAt(0);
  const negative = sign === '-';
  const unsigned = negative || sign === '+' ? text.slice(1) : text;
  return write(readUnsigned(unsigned, values), negative, raw);
}

function readUnsigned(text: string, values: Values): Amount | TimeFault {
  if (text === '') return 'too_short';
  if (text.startsWith('P')) return readIso(text.slice(1), values);
  return text.length < SHORTEST_HOURS || DAY_LETTER.test(text)
    ? readDays(text, values)
    : readHours(text, values);
}

function write(read: Amount | TimeFault, negative: boolean, raw: unknown): string | Issues {
  const amount = typeof read === 'string' ? read : normalize(read);
  if (typeof amount === 'string') return wrong('time_delta_parsing', raw, { fault: amount });
  if (negative && isBelowLeast(amount))
    return wrong('time_delta_parsing', raw, { fault: 'duration_days_large' });
  return writeAmount(amount, negative);
}

const SHORTEST_HOURS = 5;
const DAY_LETTER = /[dD]/;

const DATE = '(?:[1-9][0-9]{0,5}Y)?(?:(?:[1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9])D)?';
const HOURS = '(?:(?:[1-9]|1[0-9]|2[0-3])H)?';
const MINUTES = '(?:(?:[1-9]|[1-5][0-9])M)?';
const SECONDS = '(?:(?:[1-9]|[1-5][0-9]|0(?=\\.))(?:\\.[0-9]{0,5}[1-9])?S)?';

/** Durations in normal form. A few more are in normal form too, but have to be read to find out. */
const NORMAL = new RegExp(`^-?P(?=[0-9T])${DATE}(?:T(?=[0-9])${HOURS}${MINUTES}${SECONDS})?$`);

/** A duration without its sign. */
interface Amount {
  readonly days: number;
  readonly seconds: number;
  readonly micros: number;
}

/** The largest number of days or seconds that pydantic can hold. */
const MOST = 2 ** 32 - 1;
const MAX_DAYS = 999_999_999;
const DAY = 86_400;
const SECOND = 1_000_000;

/** Carries microseconds over into seconds and seconds into days, if Python can hold the result. */
function normalize({ days, seconds, micros }: Amount): Amount | TimeFault {
  const allSeconds = seconds + Math.floor(micros / SECOND);
  const allDays = days + Math.floor(allSeconds / DAY);
  if (allSeconds > MOST || allDays > MOST) return 'duration_number_large';
  if (allDays > MAX_DAYS) return 'duration_days_large';
  return { days: allDays, seconds: allSeconds % DAY, micros: micros % SECOND };
}

/** Checks for durations below the least one of Python, a whole number of days; Python crashes on them. */
function isBelowLeast({ days, seconds, micros }: Amount): boolean {
  return days === MAX_DAYS && seconds + micros > 0;
}

/** Writes a normalized duration in ISO 8601 as pydantic does, with years of 365 days: `-P1Y2DT3H4.5S`. */
function writeAmount({ days, seconds, micros }: Amount, negative: boolean): string {
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
function amountOf(number: number, values: Values): Amount | TimeFault {
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

/** Reads a duration in days, with or without a time: `3 days, 04:00:00`, `3d 04:00`. */
function readDays(text: string, values: Values): Amount | TimeFault {
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
function readHours(text: string, values: Values): Amount | TimeFault {
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

/** The state of the reader. It is modified in place: a hostile text has tens of thousands of quantities. */
interface Progress {
  at: number;
  days: number;
  seconds: number;
  micros: number;
  isPastT: boolean;
  /** Only the last quantity may have a fraction. */
  hasFraction: boolean;
}

/** Reads an ISO 8601 duration after its `P`. Units may come in any order, and more than once. */
function readIso(text: string, values: Values): Amount | TimeFault {
  const progress = { at: 0, days: 0, seconds: 0, micros: 0, isPastT: false, hasFraction: false };
  while (progress.at < text.length) {
    const isT = text.charCodeAt(progress.at) === LETTER_T;
    const fault = isT ? passT(progress) : passQuantity(text, progress, values);
    if (fault !== undefined) return fault;
  }
  const { at, days, seconds, micros } = progress;
  return at < SHORTEST_ISO ? 'too_short' : { days, seconds, micros };
}

function passT(progress: Progress): TimeFault | undefined {
  if (progress.isPastT) return 'duration_t_repeated';
  progress.isPastT = true;
  progress.at++;
  return undefined;
}

function passQuantity(text: string, progress: Progress, values: Values): TimeFault | undefined {
  const quantity = readQuantity(text, progress.at);
  if (typeof quantity === 'string') return quantity;
  if (progress.hasFraction) return 'duration_fraction';
  const unit = (progress.isPastT ? timeUnits : dateUnits).get(text.charAt(quantity.end));
  if (unit === undefined) return progress.isPastT ? 'duration_time_unit' : 'duration_date_unit';
  progress.at = quantity.end + 1;
  progress.hasFraction = quantity.fraction !== undefined;
  progress.days += quantity.whole * unit.days;
  progress.seconds += quantity.whole * unit.seconds;
  const { fraction } = quantity;
  const fault = fraction === undefined ? undefined : addFraction(progress, fraction, unit, values);
  return progress.days > MOST || progress.seconds > MOST ? 'duration_number_large' : fault;
}

/** The length of a unit, in days or in seconds. */
interface Unit {
  readonly days: number;
  readonly seconds: number;
}

/** Adds a fraction as pydantic calculates it. Strict fields refuse a fraction that would be rounded. */
function addFraction(
  progress: Progress,
  fraction: string,
  unit: Unit,
  values: Values,
): TimeFault | undefined {
  const part = fractionOf(values === 'strict' ? fraction.slice(0, MAX_SIGNIFICANT) : fraction);
  const days = part * unit.days;
  const seconds = (days % 1) * DAY + part * unit.seconds;
  progress.days += Math.floor(days);
  progress.seconds += Math.floor(seconds);
  progress.micros = Math.round((seconds % 1) * 1e6);
  const isExact = values === 'fastapi' || isWholeMicros(fraction, unit.days * DAY + unit.seconds);
  return isExact ? undefined : 'fraction_long';
}

/** The length of one quantity with its unit. */
const SHORTEST_ISO = 2;
const LETTER_T = 0x54;

const dateUnits: ReadonlyMap<string, Unit> = new Map([
  ['Y', { days: 365, seconds: 0 }],
  ['M', { days: 30, seconds: 0 }],
  ['W', { days: 7, seconds: 0 }],
  ['D', { days: 1, seconds: 0 }],
]);
const timeUnits: ReadonlyMap<string, Unit> = new Map([
  ['H', { days: 0, seconds: 3600 }],
  ['M', { days: 0, seconds: 60 }],
  ['S', { days: 0, seconds: 1 }],
]);

/** A number in a duration: its whole part, the digits of its fraction, if any, and its end in the text. */
interface Quantity {
  readonly whole: number;
  readonly fraction: string | undefined;
  readonly end: number;
}

/** Reads the digits at `at`. */
function readWhole(text: string, at: number): Quantity | TimeFault {
  const end = digitsEnd(text, at);
  if (end === at) return 'duration_number';
  const whole = end === at + 1 ? text.charCodeAt(at) - ZERO : Number(text.slice(at, end));
  return whole > MOST ? 'duration_number_large' : { whole, fraction: undefined, end };
}

/** Reads the digits at `at`, and those after a point or a comma. */
function readQuantity(text: string, at: number): Quantity | TimeFault {
  const quantity = readWhole(text, at);
  if (typeof quantity === 'string') return quantity;
  const point = text.charAt(quantity.end);
  if (point !== '.' && point !== ',') return quantity;
  const end = digitsEnd(text, quantity.end + 1);
  return { whole: quantity.whole, fraction: text.slice(quantity.end + 1, end), end };
}

/** Returns the fraction with these digits, calculated as pydantic does. Its last bit may differ from the nearest double. */
function fractionOf(digits: string): number {
  let numerator = 0;
  let denominator = 1;
  for (let at = 0; at < digits.length; at++) {
    numerator = numerator * 10 + digits.charCodeAt(at) - ZERO;
    denominator *= 10;
  }
  return Number.isFinite(numerator) ? numerator / denominator : 0;
}

/** Checks that this fraction of a number of seconds is a whole number of microseconds. */
function isWholeMicros(digits: string, seconds: number): boolean {
  const significant = digits.slice(0, MAX_SIGNIFICANT);
  if (digitsLeft(digits, significant.length)) return false;
  return (
    (BigInt(`0${significant}`) * BigInt(seconds) * 1_000_000n) % 10n ** BigInt(significant.length) === 0n
  );
}

/** A million times the seconds of any unit has fewer factors of 2, and of 5, than this. */
const MAX_SIGNIFICANT = 16;
const ZERO = 0x30;

function digitsLeft(digits: string, at: number): boolean {
  return /[^0]/.test(digits.slice(at));
}
