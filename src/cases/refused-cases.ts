import { isForm, type Method } from '../contract/endpoint.ts';
import { ensure } from '../text/memo.ts';
import type { Case } from './case.ts';
import { exampleCases } from './example-cases.ts';
import { bodyLimitCases, methodCase } from './general-cases.ts';
import type { Parts } from './parts.ts';
import { stationCases } from './station-cases.ts';
import type { Operation, Subject } from './subject.ts';
import { valueCases } from './value-cases.ts';

/** An operation, and whether to include the cases of body limits. */
export interface Listed {
  readonly operation: Operation;
  readonly showsLimits: boolean;
}

/** Lists the operations of an app. Body limits are the same for all, so only the first that reads JSON shows them. */
export function operationsOf(subject: Subject): Listed[] {
  const endpoints = Object.entries(subject.contract.endpoints);
  const byPath = new Map<string, Method[]>();
  const methodsOf = (path: string) => ensure(byPath, path, () => []);
  for (const [, { path, method }] of endpoints) methodsOf(path).push(method);
  const reading = endpoints.find(([, { body }]) => typeof body === 'object' && !isForm(body));
  return endpoints.map((entry) => {
    const [name, endpoint] = entry;
    const operation = { name, endpoint, subject, siblings: methodsOf(endpoint.path) };
    return { operation, showsLimits: entry === reading };
  });
}

/** Yields the requests that one endpoint refuses; some may occur twice. */
export function* refusedCases({ operation, showsLimits }: Listed, base: Parts): Iterable<Case> {
  yield* valueCases(operation, base);
  yield* stationCases(operation, base);
  yield* methodCase(operation, base);
  yield* exampleCases(operation);
  if (showsLimits) yield* bodyLimitCases(operation, base);
}
