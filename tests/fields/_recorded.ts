import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../../src/fields/field.ts';
import { Issues, pydanticContext, pydanticMessage } from '../../src/issues/issue.ts';
import { readJson } from '../../src/json/grammar.ts';

/** What pydantic said to a JSON text: what it would write, or why it refuses. See tests/tables/recorded.md. */
export interface Recorded {
  readonly json: string;
  /** Which field was asked, where a table is about several. */
  readonly kind?: string;
  readonly wire?: string;
  readonly type?: string;
  readonly msg?: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

export function recorded(name: string): readonly Recorded[] {
  const path = join(import.meta.dirname, '..', 'tables', `${name}-recorded.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** What a field makes of a JSON text, to be compared with what pydantic made of it. */
export function verdictOf(field: Field<unknown>, { json, kind }: Recorded): Recorded {
  const outcome = parseJson(field, json);
  const asked = { ...(kind !== undefined && { kind }), json };
  if (!(outcome instanceof Issues)) return { ...asked, wire: field.write(outcome) };
  const [issue] = outcome.all;
  const ctx = pydanticContext(issue);
  return { ...asked, type: issue.type, msg: pydanticMessage(issue), ...(ctx && { ctx }) };
}

export function parseJson(field: Field<unknown>, json: string): unknown {
  return field.parse(readJson(json, 8));
}
