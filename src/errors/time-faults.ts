import { once } from '../text/memo.ts';

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
