import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import type { IssueType } from '../../src/errors/table.ts';
import type { Bounds } from '../../src/fields/bounds.ts';
import type { Field } from '../../src/fields/field.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import type { Row } from '../tables/row.ts';

type Fields<Value> = (bounds?: Bounds) => Field<Value>;

/** Tests each row of a table, with the field for its bounds. */
export function itReads<Value>(
  fields: Fields<Value>,
  rows: readonly (Row<Value> & { bounds?: Bounds })[],
): void {
  it.each(rows.map((row) => ({ ...row, title: titleOf(row) })))('$title', (row) => {
    const outcome = fields(row.bounds).parse(row.input);
    if ('type' in row) expect(issuesOf(outcome)).toEqual([{ type: row.type, input: row.input }]);
    else expect(outcome).toBe(row.value);
  });
}

/**
 * Expects the input schema to allow each accepted input, and to refuse those that the field refuses with one of these types;
 * and the output schema to allow each result.
 */
export function itDescribes<Value>(
  field: Field<Value>,
  rows: readonly Row<Value>[],
  { schemaRefuses }: { readonly schemaRefuses: readonly IssueType[] },
): void {
  const ajv = new Ajv2020({ validateFormats: false });
  const input = ajv.compile(field.describe('input'));
  const output = ajv.compile(field.describe('output'));
  const read = rows.filter((row) => 'value' in row).filter((row) => !(row.input instanceof InexactNumber));

  it('has an input schema that allows what is accepted', () => {
    expect(read.filter((row) => !input(row.input))).toEqual([]);
  });

  it.each(schemaRefuses)('has an input schema that refuses what is refused as %s', (type) => {
    const refused = rows.filter((row) => 'type' in row && row.type === type);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter((row) => input(row.input))).toEqual([]);
  });

  it('has an output schema that allows the results', () => {
    expect(read.filter((row) => !output(row.value))).toEqual([]);
  });
}

/** The type of the first issue, if there is one. */
export function typeOf(outcome: unknown): IssueType | undefined {
  return outcome instanceof Issues ? outcome.all[0].type : undefined;
}

function issuesOf(outcome: unknown): unknown {
  return outcome instanceof Issues ? outcome.all.map(({ type, input }) => ({ type, input })) : outcome;
}

function titleOf<Value>(row: Row<Value> & { bounds?: Bounds }): string {
  const bounds = row.bounds ? ` within ${JSON.stringify(row.bounds)}` : '';
  return `${'type' in row ? `refuses as ${row.type}` : 'reads'} ${show(row.input)}${bounds}`;
}

function show(input: unknown): string {
  if (typeof input !== 'string') return input instanceof InexactNumber ? input.text : describeValue(input);
  return input.length > 80
    ? `${JSON.stringify(input.slice(0, 40))}… (${input.length})`
    : JSON.stringify(input);
}

function describeValue(input: unknown): string {
  if (typeof input === 'object' && input !== null) return JSON.stringify(input);
  return Object.is(input, -0) ? '-0' : String(input);
}
