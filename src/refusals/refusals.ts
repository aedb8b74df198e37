import type { Method } from '../contract/endpoint.ts';
import type { Hosting, HostOptions } from '../http/hosting.ts';
import { isForm } from '../http/parse.ts';
import { acceptedCases } from './accepted-cases.ts';
import { acceptedRequest } from './accepted-request.ts';
import type { Case, CaseRequest } from './case.ts';
import { exampleCases } from './example-cases.ts';
import { faultCases } from './fault-cases.ts';
import { bodyLimitCases, generalCases, methodCase } from './general-cases.ts';
import { stationCases } from './station-cases.ts';
import type { Operation, Subject } from './subject.ts';
import { valueCases } from './value-cases.ts';

/**
 * Every way in which a contract refuses a request, and the requests close by that it accepts: one case after the other. They are
 * of all operations, of one, or, where its name is empty, those that belong to none.
 */
export function* casesOf(subject: Subject, only?: string): Iterable<Case> {
  const operations = operationsOf(subject);
  const reading = operations.find(({ endpoint: { body } }) => typeof body === 'object' && !isForm(body));
  for (const operation of operations)
    if (only === undefined || only === operation.name)
      yield* distinct(operationCases(operation, operation === reading));
  if (only !== undefined && only !== '') return;
  yield* generalCases(subject);
  yield* faultCases(subject);
}

function operationsOf(subject: Subject): Operation[] {
  const endpoints = Object.entries(subject.contract.endpoints);
  const byPath = new Map<string, Method[]>();
  for (const [, { path, method }] of endpoints) byPath.set(path, [...(byPath.get(path) ?? []), method]);
  return endpoints.map(([name, endpoint]) => {
    return { name, endpoint, subject, siblings: byPath.get(endpoint.path) ?? [] };
  });
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

/** The cases of one endpoint; with those that are the same of every body only where it is to show them. */
function* operationCases(operation: Operation, showsLimits: boolean): Iterable<Case> {
  const base = acceptedRequest(operation);
  yield* valueCases(operation, base);
  yield* stationCases(operation, base);
  yield* methodCase(operation, base);
  yield* exampleCases(operation);
  if (showsLimits) yield* bodyLimitCases(operation, base);
  yield* acceptedCases(operation, base);
}

/** An app as a table of refusals is made of it. */
export function subjectOf({ contract, basePath, rehearse }: Hosting, host?: HostOptions): Subject {
  return { contract, basePath, ...rehearse(host) };
}
