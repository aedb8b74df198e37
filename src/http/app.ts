import type { Contract, Endpoint } from '../contract/endpoint.ts';
import type { AnyHandler } from '../contract/handler.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Values } from '../fields/values.ts';
import { prefersProblem } from './accept.ts';
import { type CompileOptions, compileEndpoint } from './compile.ts';
import { type Cors, corsPolicy } from './cors.ts';
import { type ErrorFormat, plainErrors } from './error-format.ts';
import { bodyTooLarge, type LimitsToSet, limitsOf } from './limits.ts';
import { problemWriter } from './problem.ts';
import { declaredLength } from './read-body.ts';
import { bugReply, namedReplyTo, type Reply, replyTo } from './reply.ts';
import { RequestContext, type RequestHead } from './request.ts';
import { revalidate } from './revalidate.ts';
import type { Route } from './route.ts';
import { createRouter } from './routing/router.ts';
import { splitTarget } from './target.ts';
import type { Answer, AppCore, FinalReply, PendingReply } from './types.ts';

export interface CoreOptions {
  /** The prefix of every path. */
  readonly basePath?: string | undefined;
  readonly limits?: LimitsToSet | undefined;
  /** The milliseconds that a handler may take. */
  readonly handlerTimeout?: number | undefined;
  /** The web pages that may read replies; unless set, all. */
  readonly cors?: Cors | undefined;
  /** Reads bodies as FastAPI does, or strictly. */
  readonly values?: Values | undefined;
  /** The form of the entries of an automatic 422. */
  readonly errors?: ErrorFormat | undefined;
  /** Is told of exceptions and rejections, and in which request: each of them is a bug. */
  readonly onBug?: ((bug: unknown, requestId: string) => void) | undefined;
  /** The routes that stand beside the endpoints. */
  readonly routes?: readonly Route[] | undefined;
  /** The path of the page that explains errors. */
  readonly errorsPath?: string | false | undefined;
}

export const DEFAULT_HANDLER_TIMEOUT_MS = 30_000;

/** Makes the service that a contract describes. */
export function createCore(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: CoreOptions = {},
): AppCore {
  const { errors = plainErrors(), onBug = () => {}, handlerTimeout = DEFAULT_HANDLER_TIMEOUT_MS } = options;
  const { values = 'strict', basePath = '', errorsPath } = options;
  const writeProblem = problemWriter({ errors, basePath, errorsPath });
  const limits = limitsOf(options.limits);
  const cors = corsPolicy(options.cors ?? '*');
  const endpoints = compileEndpoints(contract, handlers, { limits, errors, values, handlerTimeout, onBug });
  const router = createRouter([...endpoints, ...(options.routes ?? [])], {
    basePath,
    optionsHeaders: cors.preflight,
  });

  function answer(head: RequestHead, context: RequestContext): Answer<Reply> {
    const target = splitTarget(head.target);
    const found = router.choose(head.method, target);
    if (found instanceof Refusal) return namedReplyTo(found);
    if ('kind' in found) return found;
    if (declaredLength(head.header) > limits.body) return replyTo(bodyTooLarge(limits));
    const { params: segments, route } = found;
    const given = route.answer({ head, segments, query: target.query, context });
    return given.kind === 'reply' ? revalidate(given, head.header) : given;
  }

  /** Finishes every reply that an answer leads to. */
  function finished(answer: Answer<Reply>, finish: (reply: Reply) => FinalReply, id: string): Answer {
    if (answer.kind === 'reply') return finish(answer);
    if (answer.kind === 'pending') return finishedLater(answer, finish);
    return {
      kind: 'body',
      limit: answer.limit,
      complete(body) {
        const reply = orBug(id, () => answer.complete(body));
        return reply.kind === 'reply' ? finish(reply) : finishedLater(reply, finish);
      },
      overflow: () => finish(answer.overflow()),
      brokenOff: () => finish(answer.brokenOff()),
    };
  }

  /** The only way out: puts on a reply what every reply carries. */
  function finalReply(
    reply: Reply,
    id: string,
    { target, header = nothing }: Partial<RequestHead>,
  ): FinalReply {
    const asked = reply.error !== undefined && prefersProblem(header('accept'));
    const { status, headers, body } = asked ? writeProblem(reply, target) : reply;
    const lines = `${headers}${cors.reply(header)}X-Request-Id: ${id}\r\n`;
    return { kind: 'reply', status, headers: lines, body, id };
  }

  function orBug<A>(id: string, act: () => A): A | Reply {
    try {
      return act();
    } catch (bug) {
      onBug(bug, id);
      return bugReply;
    }
  }

  return {
    limits,
    receive(head) {
      const id = requestId(head.header('x-request-id'));
      const context = new RequestContext(id);
      const finish = (reply: Reply) => finalReply(reply, id, head);
      const answered = orBug(id, () => answer(head, context));
      return finished(answered, finish, id);
    },
    finish: (reply, known = {}) => finalReply(reply, requestId(known.header?.('x-request-id')), known),
    routeOf: (target) => router.pathOf(splitTarget(target).path),
  };
}

function nothing(): undefined {}

function compileEndpoints(
  { endpoints }: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: CompileOptions,
): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler = handlers[name] ?? missingHandler(name);
    return lazyRoute(name, endpoint, () => compileEndpoint(endpoint, handler, options));
  });
}

/** A route that is compiled when it is first asked for: there may be a thousand of them, and most wait for long. */
function lazyRoute(name: string, { method, path }: Endpoint, compile: () => Route): Route {
  let compiled: Route | undefined;
  return {
    method,
    path,
    name,
    answer(input) {
      compiled ??= compile();
      return compiled.answer(input);
    },
  };
}

function finishedLater(
  { reply, abort }: PendingReply<Reply>,
  finish: (reply: Reply) => FinalReply,
): PendingReply {
  return { kind: 'pending', reply: reply.then(finish), abort };
}

function missingHandler(name: string): never {
  throw new Error(`The endpoint ${name} has no handler`);
}

/** The id of a request in replies and in the log: the client's own, if it is a plain one, or a new one. */
function requestId(given: string | undefined): string {
  return given !== undefined && PLAIN_ID.test(given) ? given : crypto.randomUUID();
}

/** Nothing that means anything in a header or on a terminal. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,128}$/;
