import { documentIssues } from '../errors/document.ts';
import { type Issues, wrong as wrongAnywhere } from '../errors/issue.ts';
import { addIssues, type IssueType } from '../errors/table.ts';
import type { Context } from '../errors/words.ts';
import { once } from '../text/memo.ts';

/** The types of issues that the fields of a document may have. */
export type DocumentIssueType = IssueType | keyof ReturnType<typeof documentIssues>;

const addDocumentIssues = once(() => addIssues(documentIssues()));

/** Returns a single issue. */
export function wrong(type: DocumentIssueType, input: unknown, context?: Context): Issues {
  addDocumentIssues();
  return wrongAnywhere(type as IssueType, input, context);
}
