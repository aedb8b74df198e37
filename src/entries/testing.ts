import type { Case } from '../cases/case.ts';
import { type Selection, select } from '../cases/case.ts';
import { casesOf } from '../cases/cases.ts';
import type { Match } from '../cases/compare.ts';
import { difference, expectedInWords, receivedInWords } from '../cases/compare.ts';
import { wholeSubjectOf } from '../cases/robust.ts';
import { type Hosted, hosting } from '../http/hosting.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import {
  aFlag,
  aString,
  checkNoMore,
  checkOptions,
  choice,
  either,
  listOf,
  type Rules,
} from '../text/options.ts';

/** The entry point `assay/testing`: the cases of an app as tests. */
export type { Case, CaseRequest, Entry, Expected, Selection } from '../cases/case.ts';
export type { Match } from '../cases/compare.ts';

const selectionRules: Rules<Selection> = {
  only: either(aString, listOf(aString)),
  skip: either(aString, listOf(aString)),
  accepted: aFlag,
  limits: aFlag,
  faults: aFlag,
  pedantic: aFlag,
};

interface MatchOption {
  readonly match?: Match;
}

const matchRules: Rules<MatchOption> = { match: choice('status', 'type', 'exact') };

/**
 * Yields the test cases of an app: invalid requests, each with the reply that it must get. With `accepted`, also yields valid ones.
 * Throws if `only` and `skip` choose none.
 *
 * @example
 * const [first] = cases(practice, { only: 'createUser/body.age/int_parsing' });
 * first.expected.status // 422
 */
export function cases(app: Hosted, selection?: Selection): Iterable<Case> {
  checkOptions('cases()', selection ?? {}, selectionRules);
  checkNoMore('cases()', arguments, 2);
  return atLeastOne(select(casesOf(wholeSubjectOf(app[hosting])), selection), selection);
}

/** Fails if a selection leaves nothing: a test that runs no cases would pass, whatever the app does. */
function* atLeastOne(chosen: Iterable<Case>, { only, skip }: Selection = {}): Iterable<Case> {
  let isEmpty = only !== undefined || skip !== undefined;
  for (const each of chosen) {
    isEmpty = false;
    yield each;
  }
  if (isEmpty) throw new RangeError('No test case has an id that only and skip of cases() choose');
}

/**
 * Makes the request of a case, for a `fetch` handler or for the service at an address. Redirects are not followed.
 *
 * @example
 * const [first] = cases(practice);
 * (await practice.fetch(requestOf(first))).status // 422
 */
export function requestOf({ request }: Case, address = 'http://localhost'): Request {
  const { method, target, headers, body } = request;
  const url = address.replace(/\/$/, '') + target;
  return new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: bytesOf(body) }),
  });
}

/**
 * Describes the difference between a reply and the expected one; undefined if there is none.
 *
 * @example
 * const [first] = cases(practice);
 * await mismatch(first, await practice.fetch(requestOf(first))) // undefined
 */
export async function mismatch(
  { id, expected }: Case,
  response: Response,
  options: MatchOption = {},
): Promise<string | undefined> {
  checkOptions('mismatch()', options, matchRules);
  checkNoMore('mismatch()', arguments, 3);
  const { match = 'type' } = options;
  const { status, headers } = response;
  const received = { status, header: (name: string) => headers.get(name), body: await response.text() };
  const why = difference(expected, received, match);
  if (why === undefined) return undefined;
  return `${id}: ${why}\nexpected ${expectedInWords(expected, match)}\ngot      ${receivedInWords(received)}`;
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encodeUtf8(body) : new Uint8Array(body);
}
