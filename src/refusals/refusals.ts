import type { Hosting, HostOptions } from '../http/hosting.ts';
import { acceptedCases } from './accepted-cases.ts';
import { acceptedRequest } from './accepted-request.ts';
import type { Case, CaseRequest } from './case.ts';
import { faultCases } from './fault-cases.ts';
import { generalCases } from './general-cases.ts';
import { type Listed, operationsOf, refusedCases } from './refused-cases.ts';
import type { Subject } from './subject.ts';

/**
 * Every way in which a contract refuses a request, and the requests close by that it accepts: one case after the other. They are
 * of all operations, of one, or, where its name is empty, those that belong to none.
 */
export function* casesOf(subject: Subject, only?: string): Iterable<Case> {
  for (const listed of operationsOf(subject))
    if (only === undefined || only === listed.operation.name) yield* distinct(operationCases(listed));
  if (only !== undefined && only !== '') return;
  yield* generalCases(subject);
  yield* faultCases(subject);
}

/** Of cases with the same request, the first. */
function* distinct(cases: Iterable<Case>): Iterable<Case> {
  const sent = new Set<string>();
  for (const each of cases) {
    const request = keyOf(each.request);
    if (!sent.has(request)) yield each;
    sent.add(request);
  }
}

/** Tells requests apart; to write them as JSON takes four times as long. */
function keyOf({ method, target, headers, body = '' }: CaseRequest): string {
  let key = `${method} ${target}`;
  for (const name of Object.keys(headers)) key += `\n${name}: ${headers[name]}`;
  return `${key}\n\n${body}`;
}

function* operationCases(listed: Listed): Iterable<Case> {
  const base = acceptedRequest(listed.operation);
  yield* refusedCases(listed, base);
  yield* acceptedCases(listed.operation, base);
}

/** An app as a table of refusals is made of it. */
export function subjectOf({ contract, basePath, dryRun }: Hosting, host?: HostOptions): Subject {
  return { contract, basePath, ...dryRun(host) };
}
