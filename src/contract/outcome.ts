import {
  anObject,
  checkNoMore,
  checkOptions,
  inWords,
  OptionError,
  type Rules,
  rule,
} from '../text/options.ts';
import { shareInstances } from '../text/share-instances.ts';

/** What `refuse` makes: the status and detail of an error, and additional headers. */
export class Refusal<Status extends number = number, Detail = unknown> {
  static {
    shareInstances(Refusal, 'Refusal');
  }

  readonly status: Status;
  readonly detail: Detail;
  readonly headers: HeadersToSend;

  constructor(status: Status, detail: Detail, headers: HeadersToSend = {}) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** Headers by name. One with several values is sent once for each. */
export type HeadersToSend = Readonly<Record<string, string | readonly string[]>>;

interface RefusalOptions {
  readonly headers?: HeadersToSend;
}

const refusalRules: Rules<RefusalOptions> = {
  headers: rule('an object of strings, or of lists of them', areHeaders),
};

function areHeaders(value: unknown): value is HeadersToSend {
  return (
    anObject.allows(value) &&
    Object.values(value)
      .flat()
      .every((each) => typeof each === 'string')
  );
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

const aStatus = rule('a status from 200 to 599', isStatus);

/**
 * Makes the error that a handler, a `check` or `around` returns or throws.
 *
 * @example
 * refuse(404, 'No such lamp').status // 404
 */
export function refuse<Status extends number, Detail>(
  status: Status,
  detail: Detail,
  options: RefusalOptions = {},
): Refusal<Status, Detail> {
  if (!isStatus(status))
    throw new OptionError(`refuse() takes ${aStatus.allowed}, such as 404, not ${inWords(status)}`);
  checkOptions('refuse()', options, refusalRules);
  checkNoMore('refuse()', arguments, 3);
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

/** The output of a handler that also sets headers, or chooses a status. */
export class HandlerReply<Body = unknown, Headers = unknown, Status = unknown> {
  static {
    shareInstances(HandlerReply, 'HandlerReply');
  }

  readonly body: Body;
  readonly headers: Headers;
  readonly status: Status;

  constructor(body: Body, headers: Headers, status: Status) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

interface ReplyOptions<Headers, Status> {
  /** The headers that the endpoint declares for the reply. */
  readonly headers?: Headers;
  /** One of the statuses that the endpoint declares; by default that of its `reply`. */
  readonly status?: Status;
}

/**
 * Makes a reply of a body, the headers that the endpoint declares and, if it declares several replies, a status, for a handler to
 * return.
 *
 * @example
 * reply({ id: 7 }, { status: 201, headers: { Location: '/lamps/7' } }).body // { id: 7 }
 */
export function reply<Body, Headers = undefined, Status extends number | undefined = undefined>(
  body: Body,
  options?: ReplyOptions<Headers, Status>,
): HandlerReply<Body, NoInfer<Headers>, NoInfer<Status>>;
export function reply(body: unknown, options: ReplyOptions<unknown, unknown> = {}): HandlerReply {
  checkOptions('reply()', options, replyRules);
  checkNoMore('reply()', arguments, 2);
  return new HandlerReply(body, options.headers, options.status);
}

const replyRules: Rules<ReplyOptions<unknown, unknown>> = { headers: anObject, status: aStatus };

/** The context of a request: the second argument of its handler. */
export interface Context {
  /** Aborts when the client disconnects or the handler times out. */
  readonly signal: AbortSignal;
  /** The id that the reply carries as `X-Request-Id`. */
  readonly requestId: string;
  readonly request: RequestInfo;
  /** Writes lines about the request where the access log goes. */
  readonly log: Logger;
}

/** A request, without its body. */
export interface RequestInfo {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The whole address, by the `Host` that the client named. */
  readonly url: string;
  /** The headers. The values of one that was sent several times are joined by commas. */
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** The IP address at the other end of the connection, where the runtime tells. */
  readonly address: string | undefined;
  /** The id that the reply carries as `X-Request-Id`. */
  readonly requestId: string;
  /** The name of the endpoint that the request leads to. */
  readonly endpoint: string | undefined;
}

/** Writes a message with properties, in JSON, or with an error and its stack. */
type Log = (message: string, properties?: Readonly<Record<string, unknown>> | Error) => void;

export interface Logger {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

export type LogLevel = keyof Logger;

/** Writes a line of the log. */
export type LogWriter = (level: LogLevel, fields: Readonly<Record<string, unknown>>, message: string) => void;

/** A reply on its way out. */
export interface PassedReply {
  readonly status: number;
  /** Its headers, which may be changed. */
  readonly headers: Headers;
}

/** Runs around every request: returns what `next` resolves to, or `refuse(…)`. */
export type Around = (
  request: RequestInfo,
  next: () => Promise<PassedReply>,
) => PassedReply | Refusal | Promise<PassedReply | Refusal>;
