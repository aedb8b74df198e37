import { latePattern, once } from '../text/memo.ts';

/** The parts of messages that several kinds of values share. */

/** The facts of an issue, such as bounds, an excess, the code point of a character, or the expected values. */
export interface Context {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
  readonly multipleOf?: number;
  /** The bounds for the number of characters or items, and the actual number of items. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly length?: number;
  /** The property that tells kinds apart, its value, and the possible values. */
  readonly discriminator?: string;
  readonly tag?: string;
  readonly tags?: readonly string[];
  /** The container with too few or too many items, in pydantic's words: `List`. */
  readonly container?: string;
  readonly excess?: number;
  readonly codePoint?: number;
  /** The index of a name in the list of reserved ones. */
  readonly name?: number;
  /** The values of an enumeration or a literal. */
  readonly expected?: readonly Scalar[];
  /** The pattern that a text must match. */
  readonly pattern?: string;
  /** The keyword of JSON Schema that a value breaks. */
  readonly keyword?: string;
  /** The types and the format that a schema allows, in the words of JSON Schema. */
  readonly types?: readonly string[];
  readonly format?: string;
  /** The required version of a UUID. */
  readonly version?: number;
  /** What is wrong with encoded bytes. */
  readonly encodingError?: string;
  /** The unit of an amount of bytes, as sent. */
  readonly unit?: string;
  /** The mistake in a JSON text, in Python's words. */
  readonly jsonError?: string;
  /** The most digits of a decimal, in all and after the point. */
  readonly maxDigits?: number;
  readonly maxPlaces?: number;
  /** What a check of somebody's own found, in words that follow a label. */
  readonly reason?: string;
  readonly fault?: TimeFault;
  /** The fault that pydantic finds in the same text, if it is a different one. */
  readonly pydanticFault?: TimeFault;
}

/** A value of a literal. */
export type Scalar = string | number | boolean | null;

/** The `ctx` of pydantic, with its own names: `{ ge: 0 }`. */
export type PydanticContext = Readonly<
  Record<string, number | string | null | Readonly<Record<string, never>>>
>;

/** Describes an issue, by its facts and the value that it is about. */
type Words = (context: Context, input: unknown) => string;

/** The words for a type of issue. */
export interface MessageRule {
  /** The type in replies, if it is not the name of the issue. */
  readonly publicType?: string;
  /** The reason in lower case, to follow a label: `Age: must be between 0 and 120`. */
  readonly reason: (context: Context) => string;
  /** The same in pydantic's words: `Input should be greater than or equal to 0`. */
  readonly pydanticMessage: Words;
  /** Returns the `ctx` of pydantic. Without this, there is none. */
  readonly pydanticContext?: (context: Context, input: unknown) => PydanticContext;
}

/** Makes the messages of an issue whose words do not depend on the context: ours, then pydantic's. */
export function message(reason: string, pydanticMessage: string): MessageRule {
  return { reason: () => reason, pydanticMessage: () => pydanticMessage };
}

/** What is wrong, in words, which may depend on the facts of an issue. */
export type Why = string | ((context: Context) => string);

/** Makes the reason of an issue that names its fault: `must be a valid URL (it is not a string)`. */
export function because(what: string, why: Why): MessageRule['reason'] {
  if (typeof why !== 'string') return (context) => `${what} (${why(context)})`;
  const reason = `${what} (${why})`;
  return () => reason;
}

/** Makes the messages of an issue that pydantic does not have, and would call a `value_error`. */
export function valueError(reason: string): MessageRule & { readonly publicType: 'value_error' } {
  return {
    publicType: 'value_error',
    reason: () => reason,
    pydanticMessage: () => `Value error, ${reason}`,
    pydanticContext: () => ({ error: {} }),
  };
}

/** Describes the bounds of a number. Some of them may be missing. */
export function between({ min, max, exclusiveMin, exclusiveMax }: Context): string {
  if (min !== undefined && max !== undefined && exclusiveMin === undefined && exclusiveMax === undefined)
    return `between ${min} and ${max}`;
  const bounds = [
    min !== undefined && `at least ${min}`,
    exclusiveMin !== undefined && `greater than ${exclusiveMin}`,
    max !== undefined && `at most ${max}`,
    exclusiveMax !== undefined && `less than ${exclusiveMax}`,
  ];
  return bounds.filter((bound) => bound !== false).join(' and ');
}

/** Describes the required number of units. */
export function amount({ minLength, maxLength }: Context, unit: string): string {
  if (minLength === undefined) return `at most ${count(maxLength, unit)}`;
  if (maxLength === undefined) return `at least ${count(minLength, unit)}`;
  return minLength === maxLength
    ? `exactly ${count(minLength, unit)}`
    : `between ${minLength} and ${count(maxLength, unit)}`;
}

/** Writes a number without an exponent, as pydantic writes bounds. */
export function decimal(number = 0): string {
  if (Number.isInteger(number)) return String(BigInt(number));
  const [mantissa = '', exponent] = String(number).split('e');
  const [, decimals = ''] = mantissa.split('.');
  return number.toFixed(Math.min(decimals.length - Number(exponent ?? 0), MAX_DECIMALS));
}

/** The most decimals that `toFixed` can write. */
const MAX_DECIMALS = 100;

/** Writes a number of units. */
export function count(number: number | undefined, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Shows a character in a readable way: in quotes if it is visible, by its number if it is not. */
export function show(codePoint = 0): string {
  if (codePoint === 0x20) return 'a space';
  const character = String.fromCodePoint(codePoint);
  if (!visible().test(character)) return hex(codePoint);
  return character === '"' ? `'"'` : `"${character}"`;
}

const visible = latePattern(String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]`);

/** Shows a character by its number: `U+00A0`. */
export function hex(codePoint = 0): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Everything that can be wrong with the text of a date, a time or a duration: first in our words, then in pydantic's. */
export const timeFaults = once(allFaults);

type FaultWords = readonly [ours: string, pydantic: string];

function allFaults() {
  const all = {
    too_short: ['it is too short', 'input is too short'],
    extra_characters: ['something follows it', 'unexpected extra characters at the end of the input'],
    not_a_number: ['it is not a number', 'NaN values not permitted'],

    date_separator: ['a hyphen is missing', 'invalid date separator, expected `-`'],
    year_character: ['the year is not four digits', 'invalid character in year'],
    month_character: ['the month is not two digits', 'invalid character in month'],
    day_character: ['the day is not two digits', 'invalid character in day'],
    year_zero: ['there is no year 0', 'year 0 is out of range'],
    month_range: ['the month is not between 1 and 12', 'month value is outside expected range of 1-12'],
    day_range: ['the month has no such day', 'day value is outside expected range'],
    date_time_separator: [
      'a T between date and time is missing',
      'invalid datetime separator, expected `T`, `t`, `_` or space',
    ],
    timestamp_small: ['it is before the year 0', 'dates before 0000 are not supported as unix timestamps'],
    timestamp_large: ['it is after the year 9999', 'dates after 9999 are not supported as unix timestamps'],

    time_separator: ['a colon is missing', 'invalid time separator, expected `:`'],
    hour_character: ['the hour is not two digits', 'invalid character in hour'],
    minute_character: ['the minute is not two digits', 'invalid character in minute'],
    second_character: ['the second is not two digits', 'invalid character in second'],
    hour_range: ['the hour is not between 0 and 23', 'hour value is outside expected range of 0-23'],
    minute_range: ['the minute is not between 0 and 59', 'minute value is outside expected range of 0-59'],
    second_range: ['the second is not between 0 and 59', 'second value is outside expected range of 0-59'],
    fraction_missing: ['no digit follows the decimal point', 'second fraction digits missing after `.`'],
    fraction_long: [
      'it is more precise than a microsecond',
      'second fraction value is more than 6 digits long',
    ],
    time_negative: ['it is less than 0 seconds', 'time in seconds should be positive'],
    time_large: ['it is more than 86,399 seconds', 'numeric times may not exceed 86,399 seconds'],

    offset_sign: ['what follows the time is not an offset', 'invalid timezone sign'],
    offset_hour_character: ['the hours of the offset are not two digits', 'invalid timezone hour'],
    offset_minute_character: ['the minutes of the offset are not two digits', 'invalid timezone minute'],
    offset_minute_range: [
      'the minutes of the offset are not between 0 and 59',
      'timezone minute value is outside expected range of 0-59',
    ],
    offset_range: ['the offset is not less than 24 hours', 'timezone offset must be less than 24 hours'],

    duration_form: ['it is neither like "P1DT2H" nor like "1 day, 2:00"', 'invalid character in hour'],
    duration_hour_character: ['the hours are not digits', 'invalid character in hour'],
    duration_number: ['a digit is missing', 'invalid digit in duration'],
    duration_number_large: ['a number in it is too large', 'a numeric value in the duration is too large'],
    duration_fraction: ['only its last number may have a fraction', 'quantity fraction invalid in duration'],
    duration_date_unit: [
      'a unit is missing, which is Y, M, W or D',
      'quantity invalid in date part of duration',
    ],
    duration_time_unit: [
      'a unit is missing, which is H, M or S after the T',
      'quantity invalid in time part of duration',
    ],
    duration_t_repeated: ['there is a second T', '`t` character repeated in duration'],
    duration_day_word: [
      'the number of days is not followed by "days"',
      '"day" identifier in duration not correctly formatted',
    ],
    duration_hours_large: ['there are too many hours', 'durations may not exceed 999,999,999 hours'],
    duration_days_large: ['it is more than 999,999,999 days', 'durations may not exceed 999,999,999 days'],
  } satisfies Record<string, FaultWords>;
  const faults: Readonly<Record<keyof typeof all, FaultWords>> = all;
  return faults;
}

export type TimeFault = keyof ReturnType<typeof timeFaults>;
