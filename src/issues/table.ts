import { emailIssues } from './email.ts';
import { urlIssues } from './url.ts';
import { uuidIssues } from './uuid.ts';
import { between, decimal, message, type Row, valueError } from './words.ts';

/**
 * What can be wrong with a value: a closed table of issue types. An issue is a type and what it knows; only this table
 * knows English, ours and pydantic's, and the names that replies show where they are not the rows' own.
 */
export const issueTable = {
  missing: message('field required', 'Field required'),
  dict_type: message('must be an object', 'Input should be a valid dictionary'),
  model_attributes_type: message(
    'must be an object',
    'Input should be a valid dictionary or object to extract fields from',
  ),
  list_type: message('must be a list', 'Input should be a valid list'),
  string_type: message('must be a string', 'Input should be a valid string'),
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
    `must be an integer ${between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)}`,
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
  literal_error: {
    reason: () => 'must be true',
    pydanticMessage: () => 'Input should be True',
    pydanticContext: () => ({ expected: 'True' }),
  },
  bearer_scheme: valueError('must start with "Bearer "'),
  ...uuidIssues,
  hex: valueError('must be hexadecimal digits only'),
  ...urlIssues,
  ...emailIssues,
} as const satisfies Record<string, Row>;

export type IssueType = keyof typeof issueTable;

function inBounds({ min, max }: { readonly min?: number; readonly max?: number }): string {
  return `must be ${between(min, max)}`;
}
