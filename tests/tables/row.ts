import type { IssueType } from '../../src/errors/table.ts';
import type { Bounds } from '../../src/fields/bounds.ts';

/** An input, and its parsed value or the type of its issue. */
export type Row<Value> =
  | { readonly input: unknown; readonly value: Value }
  | { readonly input: unknown; readonly type: IssueType };

/** A row for a number within bounds. */
export type BoundedRow = Row<number> & { readonly bounds: Bounds };

/** Rows that are refused with the same type. */
export function refused(type: IssueType, inputs: readonly unknown[]): { input: unknown; type: IssueType }[] {
  return inputs.map((input) => ({ input, type }));
}
