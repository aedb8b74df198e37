import type { Case } from '../cases/case.ts';
import type { ValidationError } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';

/** A type of entry, with the reasons given for it. */
export interface Finding {
  readonly type: string;
  readonly reasons: readonly Reason[];
}

/** A reason, the message without its label, with an example. */
interface Reason {
  readonly reason: string;
  readonly place: string;
  readonly input: string;
  /** The id of the case that shows it. */
  readonly id: string;
}

const MAX_CHARACTERS = 60;

/** Finds every type of entry in the replies to cases, in alphabetical order, with each of its reasons once. */
export function findTypes(cases: readonly Case[]): Finding[] {
  const types = new Map<string, Map<string, Reason>>();
  for (const { id, expected } of cases)
    for (const { type, loc, msg, input } of entriesOf(expected.body)) {
      const reason = msg.slice(msg.indexOf(': ') + 1).trim();
      const known = ensure(types, type, () => new Map<string, Reason>());
      ensure(known, reason, () => ({ reason, place: loc.join('.'), input: shown(input), id }));
    }
  return [...types]
    .map(([type, reasons]) => ({ type, reasons: [...reasons.values()].sort(byReason) }))
    .sort((one, other) => (one.type < other.type ? -1 : 1));
}

function byReason({ reason: one }: Reason, { reason: other }: Reason): number {
  return one < other ? -1 : 1;
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? '';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function entriesOf(body: string | undefined): ValidationError[] {
  if (body === undefined || !body.startsWith('{"detail":[')) return [];
  const { detail }: { readonly detail: readonly unknown[] } = JSON.parse(body);
  return detail.filter(isValidationError);
}

function isValidationError(value: unknown): value is ValidationError {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    typeof value.msg === 'string' &&
    Array.isArray(value.loc)
  );
}
