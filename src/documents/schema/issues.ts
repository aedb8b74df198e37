import { documentIssues } from '../../errors/document.ts';
import { schemaIssues } from '../../errors/schema.ts';
import { addIssues, type IssueType } from '../../errors/table.ts';
import { once } from '../../text/memo.ts';

/** The types of issues that a schema may find. */
export type SchemaIssueType =
  | IssueType
  | keyof ReturnType<typeof schemaIssues>
  | keyof ReturnType<typeof documentIssues>;

/** Adds the types that only schemas find to the table of issues. */
export const addSchemaIssues = once(() => {
  addIssues(documentIssues());
  addIssues(schemaIssues());
});
