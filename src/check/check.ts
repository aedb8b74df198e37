import { setMaxListeners } from 'node:events';
import type { Case, Expected } from '../cases/case.ts';
import type { Match, Received } from '../cases/compare.ts';
import { difference } from '../cases/compare.ts';
import { entriesOf } from '../cases/subject.ts';
import { defined } from '../text/guards.ts';
import { NoReply, type SendOptions, send } from './client.ts';

/** The outcome of a case. */
export interface Result {
  readonly case: Case;
  readonly outcome: 'agrees' | 'differs' | 'not run';
  /** The difference, or the reason why the case was not run, in a few words. */
  readonly why?: string;
  /** The expected reply: from the contract, or from the `sameAs` service. */
  readonly expected: Expected;
  readonly received?: Received;
}

interface CheckOptions extends SendOptions {
  readonly match: Match;
  /** The maximum number of requests in flight. */
  readonly concurrency: number;
  /** The address of a service whose replies are the expected ones, instead of the contract's. */
  readonly sameAs: string | undefined;
  /** The headers that carry credentials, in lower case; ours are not sent with cases that expect a 401. */
  readonly credentialHeaders: ReadonlySet<string>;
}

/** Sends cases to the service at an address. Yields results in the order of the cases. */
export async function* check(
  address: string,
  cases: Iterable<Case>,
  options: CheckOptions,
): AsyncIterable<Result> {
  setMaxListeners(0, options.signal);
  const waiting: Promise<Result>[] = [];
  for (const each of cases) {
    if (options.signal.aborted) break;
    waiting.push(checkOne(address, each, options));
    if (waiting.length >= options.concurrency) yield* first(waiting);
  }
  while (waiting.length > 0) yield* first(waiting);
}

async function* first(waiting: Promise<Result>[]): AsyncIterable<Result> {
  yield await defined(waiting.shift());
}

async function checkOne(address: string, each: Case, options: CheckOptions): Promise<Result> {
  const headers = headersFor(each, options);
  const [received, expected] = await Promise.all([
    send(address, each.request, { ...options, headers }),
    options.sameAs === undefined
      ? each.expected
      : expectedFrom(options.sameAs, each, { ...options, headers }),
  ]);
  if (options.signal.aborted)
    return { case: each, outcome: 'not run', why: 'stopped', expected: each.expected };
  if (expected instanceof NoReply)
    return {
      case: each,
      outcome: 'not run',
      why: `${options.sameAs}: ${expected.why}`,
      expected: each.expected,
    };
  if (received instanceof NoReply) return { case: each, outcome: 'differs', why: received.why, expected };
  if (isBusy(received.status) && received.status !== expected.status)
    return { case: each, outcome: 'not run', why: `the status is ${received.status}`, expected, received };
  const why = difference(expected, received, options.match);
  return {
    case: each,
    outcome: why === undefined ? 'agrees' : 'differs',
    ...(why && { why }),
    expected,
    received,
  };
}

/** Recognizes the statuses of an overloaded service, which says nothing about the request. */
function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** Gets the expected reply from another service. */
async function expectedFrom(address: string, each: Case, options: SendOptions): Promise<Expected | NoReply> {
  const received = await send(address, each.request, options);
  if (received instanceof NoReply) return received;
  const { status, body, header } = received;
  if (isBusy(status)) return new NoReply(`the status is ${status}`);
  const headers = ['Allow', 'WWW-Authenticate'].flatMap((name) => {
    const value = header(name.toLowerCase());
    return value ? [[name, value]] : [];
  });
  const entries = entriesOf(status, body);
  return { status, headers: Object.fromEntries(headers), ...(entries && { entries }), body };
}

function headersFor(
  { expected }: Case,
  { headers, credentialHeaders }: CheckOptions,
): SendOptions['headers'] {
  if (expected.status !== 401) return headers;
  return headers.filter(([name]) => !credentialHeaders.has(name.toLowerCase()));
}
