import { emailIssues } from './email.ts';
import { urlIssues } from './url.ts';
import { between, message, type Row, valueError } from './words.ts';

const bound: Row = { reason: ({ min, max }) => `must be ${between(min, max)}` };
const SAFE_RANGE = between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/**
 * What can be wrong with a value: a closed table of issue types. An issue is a type and its numbers; only this
 * table knows English, and only `wire` the names that replies show.
 */
export const issueTable = {
  missing: message('field required'),
  dict_type: message('must be an object'),
  list_type: message('must be a list'),
  string_type: message('must be a string'),
  int_type: message('must be an integer'),
  int_parsing: message('must be an integer'),
  int_from_float: message('must be an integer, not a number with a fraction'),
  int_parsing_size: message(`must be an integer ${SAFE_RANGE}`),
  float_type: message('must be a number'),
  float_parsing: message('must be a number'),
  finite_number: message('must be a finite number'),
  greater_than_equal: bound,
  less_than_equal: bound,
  literal_error: message('must be true'),
  bearer_scheme: valueError(() => 'must start with "Bearer "'),
  uuid_type: message('must be a UUID in a string'),
  uuid_parsing: message('must be a UUID, 32 hexadecimal digits with or without hyphens'),
  hex: valueError(() => 'must be hexadecimal digits only'),
  ...urlIssues,
  ...emailIssues,
} as const satisfies Record<string, Row>;

export type IssueType = keyof typeof issueTable;
