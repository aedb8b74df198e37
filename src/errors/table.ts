import { once } from '../text/memo.ts';
import { choice } from './choice.ts';
import { collectionIssues } from './collection.ts';
import { emailIssues } from './email.ts';
import { fastapiIssues } from './fastapi.ts';
import { fileIssues } from './file.ts';
import { numberIssues } from './number.ts';
import { textIssues } from './text.ts';
import { timeIssues } from './time.ts';
import { urlIssues } from './url.ts';
import { uuidIssues } from './uuid.ts';
import { message, type Row, valueError } from './words.ts';

function ownIssues() {
  const all = {
    missing: message('field required', 'Field required'),
    ...collectionIssues(),
    ...textIssues(),
    ...numberIssues(),
    bool_type: message('must be true or false', 'Input should be a valid boolean'),
    bool_parsing: message(
      'must be true or false',
      'Input should be a valid boolean, unable to interpret input',
    ),
    none_required: message('must be null', 'Input should be None'),
    literal_error: choice,
    enum: choice,
    ...timeIssues(),
    bearer_scheme: valueError('must start with "Bearer "'),
    ...uuidIssues(),
    hex: valueError('must be hexadecimal digits only'),
    ...fileIssues(),
    ...fastapiIssues(),
    ...urlIssues(),
    ...emailIssues(),
  } satisfies Record<string, Row>;
  // Declarations then contain the names, but not the details of each row.
  const rows: Readonly<Record<keyof typeof all, Row>> = all;
  return rows;
}

/** The types of issues. Nearly all of them are pydantic's. */
export type IssueType = keyof ReturnType<typeof ownIssues>;

type IssueTable = Readonly<Record<string, Row>>;

/**
 * All types of issues, in a table that is made when something is first refused. An issue itself has only a type and its facts. The
 * English words, ours and pydantic's, are in this table alone, with the names that replies show for some types.
 */
export const issueTable = once((): IssueTable => ownIssues());

/** Adds types that only part of the package produces, so that the other parts need not load them. */
export function addIssues(more: IssueTable): void {
  Object.assign(issueTable(), more);
}
