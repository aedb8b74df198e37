import { because, type MessageRule, message, timeFaults } from './words.ts';

/** Issues of dates, times and durations. */
export function timeIssues() {
  return {
    date_type: message('must be a date in a string', 'Input should be a valid date'),
    date_parsing: parsing('must be a valid date', 'Input should be a valid date in the format YYYY-MM-DD'),
    date_from_datetime_parsing: parsing('must be a valid date', 'Input should be a valid date or datetime'),
    date_from_datetime_inexact: message(
      'must be a date without a time of day',
      'Datetimes provided to dates should have zero time - e.g. be exact dates',
    ),
    time_type: message('must be a time in a string', 'Input should be a valid time'),
    time_parsing: parsing('must be a valid time', 'Input should be in a valid time format'),
    datetime_type: message('must be a date and time in a string', 'Input should be a valid datetime'),
    datetime_parsing: parsing('must be a valid date and time', 'Input should be a valid datetime'),
    datetime_from_date_parsing: parsing(
      'must be a valid date and time',
      'Input should be a valid datetime or date',
    ),
    timezone_aware: message('must be a time with an offset from UTC', 'Input should have timezone info'),
    timezone_naive: message(
      'must be a time without an offset from UTC',
      'Input should not have timezone info',
    ),
    time_delta_type: message('must be a duration', 'Input should be a valid timedelta'),
    time_delta_parsing: parsing('must be a valid duration', 'Input should be a valid timedelta'),
  } as const satisfies Record<string, MessageRule>;
}

/** Makes the messages of an issue, which name the fault. If pydantic finds another fault in the same text, its message names that one. */
function parsing(reason: string, pydanticMessage: string): MessageRule {
  return {
    reason: because(reason, ({ fault = 'too_short' }) => timeFaults()[fault][0]),
    pydanticMessage: ({ fault = 'too_short', pydanticFault = fault }) =>
      `${pydanticMessage}, ${timeFaults()[pydanticFault][1]}`,
    pydanticContext: ({ fault = 'too_short', pydanticFault = fault }) => ({
      error: timeFaults()[pydanticFault][1],
    }),
  };
}
