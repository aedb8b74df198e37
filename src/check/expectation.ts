import type { Case, Expected } from '../cases/case.ts';
import {
  difference,
  entryDifference,
  expectedInWords,
  isOfPydantic1,
  type Match,
  type Received,
  shapeDifference,
} from '../cases/compare.ts';
import type { ReplyDeclarations } from '../documents/declared.ts';
import { essenceOf } from '../http/media.ts';
import { atOnce } from '../text/turns.ts';
import { replyMistake } from './judge.ts';
import type { Fault, Mistake } from './result.ts';

/** What the reply to a case must be. */
export interface Expectation {
  /** In a few words: `422 with missing at body.name`. */
  readonly words: string;
  /** Returns what is wrong with a reply; undefined if it is as expected. */
  mistake(received: Received): Mistake | undefined;
}

/** Expects the reply that an app itself gives. */
export function byContract(expected: Expected, match: Match): Expectation {
  return {
    words: expectedInWords(expected, match),
    mistake(received) {
      const what = difference(expected, received, match);
      return what === undefined ? undefined : { fault: faultOf(expected, received), what };
    },
  };
}

/** Expects the reply of another service, with the same parts, though not the same values, and as its document declares. */
export function byService(
  expected: Expected & { readonly contentType: string },
  match: Match,
  replies: ReplyDeclarations | undefined,
): Expectation {
  return {
    words: expectedInWords(expected, match),
    mistake(received) {
      if (received.status >= FIRST_CRASH) return crash(received.status);
      const what = difference(expected, received, match) ?? partDifference(expected, received);
      if (what !== undefined) return { fault: faultOf(expected, received), what };
      return replies && asFault(atOnce(replyMistake(replies, received)));
    },
  };
}

function partDifference(
  expected: Expected & { readonly contentType: string },
  received: Received,
): string | undefined {
  const type = essenceOf(received.header('content-type') ?? '');
  if (type !== expected.contentType)
    return `the content type is ${type || 'missing'} instead of ${expected.contentType || 'none'}`;
  return shapeDifference(expected.body ?? '', received.body);
}

const FIRST_CRASH = 500;
const NOT_IMPLEMENTED = 501;

function faultOf(expected: Expected, { status }: Received): Fault {
  if (status === expected.status) return 'reply';
  if (status >= FIRST_CRASH) return 'crashed';
  return expected.status >= 400 && status < 300 ? 'accepted' : 'status';
}

function crash(status: number): Mistake {
  return { fault: 'crashed', what: `the status is ${status}` };
}

function asFault(mistake: { readonly what: string } | undefined): Mistake | undefined {
  return mistake && { fault: 'reply', what: mistake.what };
}

/** Expects what a document declares. `narrowed` has the only statuses with which values may be refused, if it has any. */
export function byDocument(
  each: Case,
  replies: ReplyDeclarations | undefined,
  narrowed: readonly number[],
): Expectation {
  const wanted = wantedStatuses(each, replies, narrowed);
  return {
    words: each.kind === 'accepted' ? 'a declared success' : wanted.words,
    mistake(received) {
      const { status } = received;
      if (status >= FIRST_CRASH && !(isOfMethod(each) && status === NOT_IMPLEMENTED)) return crash(status);
      return status < 400 ? successMistake(each, replies, received) : refusalMistake(each, wanted, received);
    },
  };
}

function isOfMethod({ place, operation }: Case): boolean {
  return place === 'method' || operation === undefined;
}

function successMistake(
  each: Case,
  replies: ReplyDeclarations | undefined,
  received: Received,
): Mistake | undefined {
  const { status } = received;
  if (each.kind === 'accepted') return replies && asFault(atOnce(replyMistake(replies, received)));
  if (each.certainty === 'open' && !isOfDeclaredType(each, replies))
    return status < 300 && replies ? asFault(atOnce(replyMistake(replies, received))) : undefined;
  return status < 300
    ? { fault: 'accepted', what: `it is accepted with ${status}` }
    : { fault: 'status', what: `the status is ${status} instead of an error` };
}

/** Recognizes a media type that is not declared, in a request to an operation that declares how it refuses one. */
function isOfDeclaredType({ place, type }: Case, replies: ReplyDeclarations | undefined): boolean {
  return place === 'body' && type === 'content_type' && replies?.statuses.includes('415') === true;
}

function refusalMistake(each: Case, wanted: Wanted, received: Received): Mistake | undefined {
  const { status } = received;
  // A valid id may be that of nothing.
  const mayBeNothing = each.place.startsWith('path.') && status === 404;
  if (each.kind === 'accepted' && mayBeNothing) return undefined;
  if (each.kind === 'accepted')
    return (
      asFault(wanted.replies && atOnce(wanted.replies.mistake(received))) ?? {
        fault: 'status',
        what: `the status is ${status}, though the request is valid`,
      }
    );
  if (!wanted.includes(status))
    return { fault: 'status', what: `the status is ${status} instead of ${wanted.words}` };
  if (isOfMethod(each)) return allowMistake(received);
  if (mayBeNothing && !isOfNothing(each)) return undefined;
  const { replies } = wanted;
  const { entries } = each.expected;
  const hasEntries = replies?.hasEntries(status) === true && !isOfPydantic1(received);
  const inEntries = entries && hasEntries ? entryDifference(entries, received) : undefined;
  if (inEntries !== undefined) return { fault: 'reply', what: inEntries };
  return replies && asFault(atOnce(replies.mistake(received)) ?? replies.pageMistake(received));
}

/** A 405 must say which methods there are (RFC 9110, 15.5.6). */
function allowMistake({ status, header }: Received): Mistake | undefined {
  const isMissing = status === 405 && typeof header('allow') !== 'string';
  return isMissing ? { fault: 'reply', what: 'the header Allow is missing in a 405' } : undefined;
}

/** Recognizes a request for something that does not exist. */
function isOfNothing({ place, type }: Case): boolean {
  return place.startsWith('path.') && (type === 'unknown' || type === 'deleted');
}

/** The statuses with which a case may be refused. */
interface Wanted {
  readonly words: string;
  readonly replies: ReplyDeclarations | undefined;
  includes(status: number): boolean;
}

/** Statuses that say nothing about the values of a request. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 403, 404, 429]);
/** Statuses that an operation declares for other reasons than wrong values. */
const NO_BAD_REQUESTS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 429]);
/** Statuses for a body that can't be read, which few documents declare. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 411, 413, 415, 422]);
const unreadableTypes: ReadonlySet<string> = new Set([
  'json_invalid',
  'form_invalid',
  'not_utf8',
  'content_type',
  'content_encoding',
  'missing',
  'nan',
  'infinity',
  'duplicate',
  'deep',
  'untyped',
]);
const clientErrors: readonly number[] = Array.from({ length: 100 }, (_, at) => 400 + at);

function wantedStatuses(
  each: Case,
  replies: ReplyDeclarations | undefined,
  narrowed: readonly number[],
): Wanted {
  if (isOfMethod(each) || each.kind === 'limit') return { words: 'a 4xx', replies, includes: () => true };
  const declares = (status: number) => replies?.declares(status) === true;
  if (each.place === 'credential')
    return {
      words: '401 or 403',
      replies,
      includes: (status) => status === 401 || status === 403 || declares(status),
    };
  if (isOfNothing(each))
    return {
      words: '404 or a declared 4xx',
      replies,
      includes: (status) => status === 404 || status === 410 || declares(status),
    };
  const may = mayBe(each);
  if (narrowed.length > 0)
    return { words: narrowed.join(' or '), replies, includes: (status) => narrowed.includes(status) };
  const isDeclared = clientErrors.some((status) => !NO_BAD_REQUESTS.has(status) && declares(status));
  if (!replies || !isDeclared)
    return {
      words: 'a 4xx for bad requests',
      replies,
      includes: (status) => !OTHER_REASONS.has(status) || may(status),
    };
  return {
    words: declaredInWords(replies),
    replies,
    includes: (status) => (declares(status) && !isOfClient(status)) || may(status),
  };
}

/** Recognizes statuses that say something about who asks, which a valid credential rules out. */
function isOfClient(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** The statuses that a case may get without being declared: no such path, or a body that can't be read. */
function mayBe({ place, type }: Case): (status: number) => boolean {
  if (place.startsWith('path.')) return (status) => status === 404;
  // What follows the kind of mistake is a detail: `content_encoding/gzip`.
  const [kind = ''] = type.split('/');
  const isUnreadable = place === 'body' && unreadableTypes.has(kind);
  return (status) => isUnreadable && UNREADABLE.has(status);
}

function declaredInWords({ statuses }: ReplyDeclarations): string {
  const all = statuses.filter((status) => /^(?:4|default)/i.test(status));
  return all.filter((status) => !isOfClient(Number(status))).join(' or ');
}
