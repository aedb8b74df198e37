import { slug } from '../text/strings.ts';
import type { Case } from './case.ts';
import { assemble, partsOf } from './parts.ts';
import { caseOf, type Operation } from './subject.ts';

/**
 * Yields the cases that only the handler or the check of the credential refuses. Neither is called here, so the status is
 * that of the contract's example.
 */
export function* exampleCases({ name, endpoint, subject }: Operation): Iterable<Case> {
  for (const example of endpoint.examples ?? []) {
    const { title, status } = example;
    const request = assemble(endpoint, partsOf(example), subject.basePath);
    if (status < 400 || subject.inject(request) !== undefined) continue;
    yield caseOf({ operation: name, place: 'example', type: slug(title), title, request }, { status });
  }
}
