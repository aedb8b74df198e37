import { PROBLEM_TYPE } from '../http/negotiate.ts';
import type { Case, Expected } from './case.ts';
import type { Subject } from './subject.ts';

/** Turns cases into those of a client that prefers problem details. */
export function* asProblems(cases: Iterable<Case>, { inject }: Subject): Iterable<Case> {
  for (const each of cases) {
    const request = { ...each.request, headers: { ...each.request.headers, Accept: PROBLEM_TYPE } };
    const { status, headers, body } = each.expected;
    const reply = body === undefined ? undefined : inject(request);
    // The refusals of hosts are not known here as problem details.
    const isProblem = reply?.headers.includes(PROBLEM_TYPE) === true;
    const expected: Expected = {
      status,
      ...(headers && { headers }),
      ...(isProblem && { body: reply.body }),
    };
    yield { ...each, request, expected: status < 400 ? each.expected : expected };
  }
}
