import { between, type Context, decimal, message, type Row } from './words.ts';

const SAFE_RANGE = between({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

/** Refusals of a number. */
export const numberIssues = {
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
    `must be an integer ${SAFE_RANGE}`,
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
} as const satisfies Record<string, Row>;

function inBounds(bounds: Context): string {
  return `must be ${between(bounds)}`;
}
