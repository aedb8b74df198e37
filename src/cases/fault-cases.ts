import { phraseOf } from '../http/statuses.ts';
import { defined } from '../text/guards.ts';
import type { Case } from './case.ts';
import { caseOf, type Subject } from './subject.ts';

/** A fault that a request can prefer. */
interface Fault {
  readonly prefer: string;
  readonly title: string;
  /** The preference without a delay or a cut, to get the expected reply. */
  readonly plain?: string;
}

const codes: readonly number[] = [429, 500, 502, 503, 504];

const faults: readonly Fault[] = [
  ...codes.map((code) => ({ prefer: `code=${code}`, title: `The request prefers ${titleOf(code)}` })),
  ...[502, 504].map((code) => ({
    prefer: `code=${code}, format=html`,
    title: `The request prefers ${titleOf(code)} as a page`,
  })),
  {
    prefer: 'code=503, delay=2',
    title: `The request prefers ${titleOf(503)} after two seconds`,
    plain: 'code=503',
  },
  {
    prefer: 'code=502, cut=body',
    title: `The request prefers ${titleOf(502)} with half a body`,
    plain: 'code=502',
  },
];

function titleOf(code: number): string {
  return `${code} ${phraseOf(code)}`;
}

/** Yields the requests that prefer a fault, if faults are enabled. */
export function* faultCases({ basePath, hasFaults, inject }: Subject): Iterable<Case> {
  if (!hasFaults) return;
  for (const { prefer, title, plain = prefer } of faults) {
    const request = { method: 'GET', target: `${basePath}/`, headers: { Prefer: prefer }, body: undefined };
    const reply = defined(inject({ ...request, headers: { Prefer: plain } }));
    const type = prefer.replaceAll(', ', '/');
    const draft = { operation: undefined, place: 'prefer', type, title, request, kind: 'fault' } as const;
    yield caseOf(draft, { status: reply.status, ...(plain === prefer && { body: reply.body }) });
  }
}
