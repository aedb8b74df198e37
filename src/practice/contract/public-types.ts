import { emailIssues } from '../../issues/email.ts';
import type { IssueType } from '../../issues/table.ts';
import { urlIssues } from '../../issues/url.ts';

const emailTypes = Object.keys(emailIssues) as (keyof typeof emailIssues)[];
const urlTypes = Object.keys(urlIssues) as (keyof typeof urlIssues)[];

/** What the catalogue of errors tells of, in its order, and the types that replies of this service show for them. */
export const publicTypes: readonly (readonly [type: IssueType, publicType: string])[] = [
  ...asTheyAre(['missing', 'dict_type', 'list_type', 'string_type']),
  ...asTheyAre(['int_type', 'int_parsing', 'int_from_float', 'int_parsing_size']),
  ...asTheyAre(['float_type', 'float_parsing', 'finite_number', 'greater_than_equal', 'less_than_equal']),
  ...asTheyAre(['literal_error']),
  ['bearer_scheme', 'value_error'],
  ...asTheyAre(['uuid_type', 'uuid_parsing']),
  ...(['hex', ...urlTypes, ...emailTypes] as const).map((type) => [type, 'value_error'] as const),
];

function asTheyAre(types: readonly IssueType[]) {
  return types.map((type) => [type, type] as const);
}
