import { rememberLast } from '../text/memo.ts';
import { between, type Context, count, decimal, message, type Row } from './words.ts';

/** Issues of a number. */
export function numberIssues() {
  return {
    int_type: message('must be an integer', 'Input should be a valid integer'),
    int_parsing: message(
      'must be an integer',
      'Input should be a valid integer, unable to parse string as an integer',
    ),
    int_from_float: message(
      'must be an integer, not a number with a fraction',
      'Input should be a valid integer, got a number with a fractional part',
    ),
    int_parsing_size: message(
      `must be an integer ${between(safeRange)}`,
      'Unable to parse input string as an integer, exceeded maximum size',
    ),
    float_type: message('must be a number', 'Input should be a valid number'),
    float_parsing: message(
      'must be a number',
      'Input should be a valid number, unable to parse string as a number',
    ),
    finite_number: message('must be a finite number', 'Input should be a finite number'),
    greater_than_equal: {
      reason: inBounds,
      pydanticMessage: ({ min }) => `Input should be greater than or equal to ${decimal(min)}`,
      pydanticContext: ({ min = 0 }) => ({ ge: min }),
    },
    less_than_equal: {
      reason: inBounds,
      pydanticMessage: ({ max }) => `Input should be less than or equal to ${decimal(max)}`,
      pydanticContext: ({ max = 0 }) => ({ le: max }),
    },
    greater_than: {
      reason: inBounds,
      pydanticMessage: ({ exclusiveMin }) => `Input should be greater than ${decimal(exclusiveMin)}`,
      pydanticContext: ({ exclusiveMin = 0 }) => ({ gt: exclusiveMin }),
    },
    less_than: {
      reason: inBounds,
      pydanticMessage: ({ exclusiveMax }) => `Input should be less than ${decimal(exclusiveMax)}`,
      pydanticContext: ({ exclusiveMax = 0 }) => ({ lt: exclusiveMax }),
    },
    multiple_of: {
      reason: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
      pydanticMessage: ({ multipleOf }) => `Input should be a multiple of ${decimal(multipleOf)}`,
      pydanticContext: ({ multipleOf = 0 }) => ({ multiple_of: multipleOf }),
    },
    decimal_type: message(
      'must be a number',
      'Decimal input should be an integer, float, string or Decimal object',
    ),
    decimal_parsing: message('must be a number', 'Input should be a valid decimal'),
    decimal_max_digits: {
      reason: ({ maxDigits }) => `must have at most ${count(maxDigits, 'digit')}`,
      pydanticMessage: ({ maxDigits }) =>
        `Decimal input should have no more than ${count(maxDigits, 'digit')} in total`,
      pydanticContext: ({ maxDigits = 0 }) => ({ max_digits: maxDigits }),
    },
    decimal_max_places: {
      reason: ({ maxPlaces }) => `must have at most ${count(maxPlaces, 'decimal place')}`,
      pydanticMessage: ({ maxPlaces }) =>
        `Decimal input should have no more than ${count(maxPlaces, 'decimal place')}`,
      pydanticContext: ({ maxPlaces = 0 }) => ({ decimal_places: maxPlaces }),
    },
    decimal_whole_digits: {
      reason: ({ maxDigits = 0, maxPlaces = 0 }) =>
        `must have at most ${count(maxDigits - maxPlaces, 'digit')} before the decimal point`,
      pydanticMessage: ({ maxDigits = 0, maxPlaces = 0 }) =>
        `Decimal input should have no more than ${count(maxDigits - maxPlaces, 'digit')} before the decimal point`,
      pydanticContext: ({ maxDigits = 0, maxPlaces = 0 }) => ({ whole_digits: maxDigits - maxPlaces }),
    },
  } as const satisfies Record<string, Row>;
}

const safeRange = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const inBounds = rememberLast((bounds: Context) => `must be ${between(bounds)}`);
