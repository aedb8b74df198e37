import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Issues, pydanticContext, pydanticMessage, reason } from '../../src/errors/issue.ts';
import type { Field } from '../../src/fields/field.ts';
import { readJson } from '../../src/text/json/reader.ts';
import { type Difference, differences } from '../tables/pydantic/differences.ts';
import { fieldsOf } from '../tables/pydantic/fields.ts';

/** Fields compared with the recorded verdicts of pydantic: see tests/tables/pydantic/README.md. */

/** The text of the value in a reply, or the issues, or the exception that FastAPI answers with a 500. */
type Verdict =
  | string
  | readonly (readonly [type: string, loc: readonly unknown[], msg: string, ctx?: object])[]
  | { readonly raised: string };

const recorded: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = JSON.parse(
  readFileSync(new URL('../tables/pydantic/recorded.json', import.meta.url), 'utf8'),
);

interface Case {
  readonly kind: string;
  readonly json: string;
  readonly pydantic: Verdict;
  readonly ours: Verdict;
}

function casesOf(kind: string, field: Field<unknown>): Case[] {
  return Object.entries(recorded[kind] ?? {}).map(([json, pydantic]) => ({
    kind,
    json,
    pydantic,
    ours: verdictOf(field, json),
  }));
}

function verdictOf(field: Field<unknown>, json: string): Verdict {
  const outcome = field.parse(readJson(json, 64));
  if (!(outcome instanceof Issues)) return field.write(outcome);
  return outcome.all.map((issue) => {
    const context = pydanticContext(issue);
    const entry = [issue.publicType, issue.path, pydanticMessage(issue)] as const;
    return context ? [...entry, context] : entry;
  });
}

function isSame({ pydantic, ours }: Case): boolean {
  return JSON.stringify(comparable(pydantic)) === JSON.stringify(comparable(ours));
}

/**
 * Leaves the words about UUIDs out. They are those of the crate `uuid`: 1.23.0 in the wheels of pydantic-core 2.46, and a later one
 * in the build that was recorded.
 */
function comparable(verdict: Verdict): unknown {
  if (!Array.isArray(verdict)) return verdict;
  return verdict.map((entry) => (entry[0] === 'uuid_parsing' ? entry.slice(0, 2) : entry));
}

function explains(row: Difference, { kind, json, pydantic, ours }: Case): boolean {
  const outcomes = [pydantic, ours].map((verdict) => (typeof verdict === 'string' ? 'read' : 'refused'));
  const isSuch = !row.outcomes || row.outcomes.every((outcome, at) => outcome === outcomes[at]);
  return row.kinds.test(kind) && row.json.test(json) && isSuch;
}

describe.each(['strict', 'fastapi'] as const)('a field with %s values', (values) => {
  const fields = Object.entries(fieldsOf(values));
  const listed = differences.filter(({ always }) => always || values === 'strict');

  it.each(fields)('reads %s as pydantic does, apart from listed differences', (kind, field) => {
    const cases = casesOf(kind, field);
    expect(cases.length).toBeGreaterThan(0);
    const unlisted = cases.filter((one) => !isSame(one) && !listed.some((row) => explains(row, one)));
    expect(unlisted).toEqual([]);
  });

  it.each(fields)('says in whole words what is wrong with %s', (kind, field) => {
    const outcomes = Object.keys(recorded[kind] ?? {}).map((json) => field.parse(readJson(json, 64)));
    const issues = outcomes.flatMap((outcome) => (outcome instanceof Issues ? outcome.all : []));
    const told = issues.flatMap((issue) => [reason(issue), pydanticMessage(issue)]);
    expect(told.filter((words) => !words || /undefined|\(\)|[ (,:]$/.test(words))).toEqual([]);
  });

  it.each(fields)('takes whatever it reads as %s for a reply too', (kind, field) => {
    const read = Object.keys(recorded[kind] ?? {}).map((json) => field.parse(readJson(json, 64)));
    for (const value of read.filter((outcome) => !(outcome instanceof Issues)))
      expect(field.writeValid(value)).toBe(field.write(value));
  });

  const different = fields.flatMap(([kind, field]) => casesOf(kind, field)).filter((one) => !isSame(one));

  it.each(listed)('differs in $field of $sent', (row) => {
    expect(different.some((one) => explains(row, one))).toBe(true);
  });
});
