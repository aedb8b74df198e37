import { emailIssues } from './email.ts';
import { urlIssues } from './url.ts';
import { between, type Row, rule, says } from './words.ts';

const bound: Row = { reason: ({ min, max }) => `must be ${between(min, max)}` };
const safe = between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/**
 * What can be wrong with a value: a closed table of issue types. An issue is a type and its numbers; only this
 * table knows English, and only `wire` the names that replies show.
 */
export const issueTable = {
  missing: says('field required'),
  dict_type: says('must be an object'),
  list_type: says('must be a list'),
  string_type: says('must be a string'),
  int_type: says('must be an integer'),
  int_parsing: says('must be an integer'),
  int_from_float: says('must be an integer, not a number with a fraction'),
  int_parsing_size: says(`must be an integer ${safe}`),
  float_type: says('must be a number'),
  float_parsing: says('must be a number'),
  finite_number: says('must be a finite number'),
  greater_than_equal: bound,
  less_than_equal: bound,
  literal_error: says('must be true'),
  bearer_scheme: rule(() => 'must start with "Bearer "'),
  uuid_type: says('must be a UUID in a string'),
  uuid_parsing: says('must be a UUID, 32 hexadecimal digits with or without hyphens'),
  hex: rule(() => 'must be hexadecimal digits only'),
  ...urlIssues,
  ...emailIssues,
} as const satisfies Record<string, Row>;

export type IssueType = keyof typeof issueTable;
