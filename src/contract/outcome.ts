import { anObject, anything, checkOptions, needed, type Rule, type Rules } from '../text/options.ts';
import { shareInstances } from '../text/share-instances.ts';

/** A refusal as a value: the status and detail of the reply, and additional headers. */
export class Refusal<Status extends number = number, Detail = unknown> {
  static {
    shareInstances(Refusal, 'Refusal');
  }

  readonly status: Status;
  readonly detail: Detail;
  readonly headers: Headers;

  constructor(status: Status, detail: Detail, headers: Headers = {}) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

type Headers = Readonly<Record<string, string>>;

interface RefusalOptions {
  readonly headers?: Headers;
}

const refusalRules: Rules<RefusalOptions> = { headers: anObject as Rule<Headers> };

/**
 * Makes a refusal, for a handler or a credential's check to return or to throw.
 *
 * @example
 * refuse(404, 'No such lamp').status // 404
 */
export function refuse<Status extends number, Detail>(
  status: Status,
  detail: Detail,
  options: RefusalOptions = {},
): Refusal<Status, Detail> {
  checkOptions('refuse()', options, refusalRules);
  return new Refusal(status, detail, options.headers);
}

/** Calls a handler, or another function of the app, and returns a refusal that it throws as if it had returned it. */
export function attempt<One, Two, Result>(
  call: (one: One, two: Two) => Result,
  one: One,
  two: Two,
): Result | Refusal {
  try {
    return call(one, two);
  } catch (thrown) {
    return thrownRefusal(thrown);
  }
}

/** Returns a refusal that was thrown. Anything else is a bug, and is thrown again. */
export function thrownRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  throw thrown;
}

/** The output of a handler that also sets headers. */
export class HandlerReply<Body = unknown, Headers = unknown> {
  static {
    shareInstances(HandlerReply, 'HandlerReply');
  }

  readonly body: Body;
  readonly headers: Headers;

  constructor(body: Body, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

/**
 * Makes a reply of a body and the headers that the endpoint declares, for a handler to return.
 *
 * @example
 * reply({ id: 7 }, { headers: { Location: '/lamps/7' } }).body // { id: 7 }
 */
export function reply<Body, Headers>(
  body: Body,
  options: ReplyOptions<Headers>,
): HandlerReply<Body, Headers> {
  checkOptions('reply()', options, replyRules);
  return new HandlerReply(body, options.headers);
}

interface ReplyOptions<Headers> {
  readonly headers: Headers;
}

const replyRules: Rules<ReplyOptions<unknown>> = { headers: needed(anything) };

/** The context of a request: the second argument of its handler. */
export interface Context {
  /** Aborts when the client disconnects or the handler times out. */
  readonly signal: AbortSignal;
  /** The id that the reply carries as `X-Request-Id`. */
  readonly requestId: string;
}
