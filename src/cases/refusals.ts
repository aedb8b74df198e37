import type { Hosting, HostOptions } from '../http/hosting.ts';
import { acceptedCases } from './accepted-cases.ts';
import { acceptedRequest } from './accepted-request.ts';
import type { Case, CaseRequest } from './case.ts';
import { faultCases } from './fault-cases.ts';
import { generalCases } from './general-cases.ts';
import { type Listed, operationsOf, refusedCases } from './refused-cases.ts';
import type { Subject } from './subject.ts';

/**
 * Yields the requests that a contract refuses, and similar ones that it accepts: of all operations, of the one named `only`,
 * or, if that is empty, those that belong to none.
 */
export function* casesOf(subject: Subject, only?: string): Iterable<Case> {
  for (const listed of operationsOf(subject))
    if (only === undefined || only === listed.operation.name) yield* distinct(operationCases(listed));
  if (only !== undefined && only !== '') return;
  yield* generalCases(subject);
  yield* faultCases(subject);
}

/** Keeps only the first of cases with the same request. */
function* distinct(cases: Iterable<Case>): Iterable<Case> {
  const sent = new Set<string>();
  for (const each of cases) {
    const request = keyOf(each.request);
    if (!sent.has(request)) yield each;
    sent.add(request);
  }
}

/** Makes a key of a request. Writing it as JSON would take four times as long. */
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

/** Prepares an app for listing its refusals. */
export function subjectOf({ contract, basePath, dryRun }: Hosting, host?: HostOptions): Subject {
  return { contract, basePath, ...dryRun(host) };
}
