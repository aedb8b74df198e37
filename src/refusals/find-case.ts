import { defined } from '../text/defined.ts';
import { acceptedRequest } from './accepted-request.ts';
import type { CaseSource, FindCase } from './case-finder.ts';
import { operationsOf, refusedCases } from './refused-cases.ts';

/** Makes a search that tries the refused cases one by one. */
export function caseFinder({ subject }: CaseSource): FindCase {
  return (name, status) => {
    const listed = defined(operationsOf(subject()).find(({ operation }) => operation.name === name));
    for (const { expected } of refusedCases(listed, acceptedRequest(listed.operation))) {
      const { body, headers } = expected;
      if (expected.status === status && status >= 400 && body !== undefined) return { status, headers, body };
    }
    return undefined;
  };
}
