import type { AnyHandler, Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import type { Values } from '../fields/values.ts';
import { type Cors, corsPolicy } from './cors.ts';
import { endpointRoutes } from './endpoint-routes.ts';
import { type ErrorFormat, plainErrors } from './error-format.ts';
import { createFaults, type DeclaredReplies } from './faults/faults.ts';
import { finisher } from './final-reply.ts';
import { bodyTooLarge, type LimitsToSet, limitsOf } from './limits.ts';
import { declaredLength } from './read-body.ts';
import { bugReply, namedReplyTo, type Reply, replyTo } from './reply.ts';
import { RequestContext, type RequestHead, splitTarget } from './request.ts';
import { requestId } from './request-id.ts';
import { revalidate } from './revalidate.ts';
import type { Route, RouteInput } from './route.ts';
import { type Choice, createRouter } from './routing/router.ts';
import { DEFAULT_HANDLER_TIMEOUT_MS } from './timeouts.ts';
import type { Answer, AppCore, FinalReply, PendingReply } from './types.ts';

export interface CoreOptions {
  /** The prefix of every path. */
  readonly basePath?: string | undefined;
  readonly limits?: LimitsToSet | undefined;
  /** The time limit of a handler, in milliseconds. */
  readonly handlerTimeout?: number | undefined;
  /** The web pages that may read replies; all by default. */
  readonly cors?: Cors | undefined;
  /** The way to read bodies: strictly, or as FastAPI does. */
  readonly values?: Values | undefined;
  /** The format of the entries of an automatic 422. */
  readonly errors?: ErrorFormat | undefined;
  /** Called with each exception or rejection and the id of its request. Each of them is a bug. */
  readonly onBug?: ((bug: unknown, requestId: string) => void) | undefined;
  /** Routes in addition to the endpoints. */
  readonly routes?: readonly Route[] | undefined;
  /** Looks up declared replies. If set, requests may prefer those, and faults. */
  readonly declared?: DeclaredReplies | undefined;
  /** True if handlers have no effects, so that they may be called to check a request. */
  readonly pureHandlers?: boolean | undefined;
  /** The path of the page that explains errors. */
  readonly errorsPath?: string | false | undefined;
}

/** A request before routing. */
type Unrouted = Omit<RouteInput, 'segments'>;

/** Makes the core of the service that a contract describes. */
export function createCore(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: CoreOptions = {},
): AppCore {
  const { errors = plainErrors, onBug = () => {}, handlerTimeout = DEFAULT_HANDLER_TIMEOUT_MS } = options;
  const { values = 'strict', basePath = '', errorsPath } = options;
  const faults = options.declared && createFaults(options.declared);
  const limits = limitsOf(options.limits);
  const cors = corsPolicy(options.cors ?? '*');
  const finish = finisher({ cors, errors, basePath, errorsPath, hasFaults: faults !== undefined });
  const endpoints = endpointRoutes(contract, handlers, { limits, errors, values, handlerTimeout, onBug });
  const router = createRouter([...endpoints, ...(options.routes ?? [])], {
    basePath,
    optionsHeaders: cors.preflight,
  });

  function answer(head: RequestHead, context: RequestContext): Answer<Reply> {
    const target = splitTarget(head.target);
    const found = router.choose(head.method, target);
    const request = { head, query: target.query, context };
    if (!faults) return answerBy('answer', found, request);
    const operation = 'route' in found ? found.route.name : undefined;
    const usual = () => answerBy('answer', found, request);
    const checked = () => answerBy(options.pureHandlers ? 'answer' : 'check', found, request);
    return faults.answer({ head, operation, usual, checked }) ?? usual();
  }

  function answerBy(way: 'answer' | 'check', found: Choice<Route>, request: Unrouted): Answer<Reply> {
    const { head, query, context } = request;
    if (found instanceof Refusal) return namedReplyTo(found);
    if ('kind' in found) return found;
    if (declaredLength(head.header) > limits.body) return replyTo(bodyTooLarge(limits));
    const { params: segments, route } = found;
    const { answer, check = answer } = route;
    const given = (way === 'check' ? check : answer)({ head, segments, query, context });
    return given.kind === 'reply' ? revalidate(given, head.header) : given;
  }

  /** Finishes every reply that an answer can lead to. */
  function finished(answer: Answer<Reply>, id: string, head: RequestHead): Answer {
    if (answer.kind === 'reply') return finish(answer, id, head);
    if (answer.kind === 'pending') return finishedLater(answer, id, head);
    return {
      kind: 'body',
      limit: answer.limit,
      complete(body) {
        try {
          const reply = answer.complete(body);
          return reply.kind === 'reply' ? finish(reply, id, head) : finishedLater(reply, id, head);
        } catch (bug) {
          return afterBug(bug, id, head);
        }
      },
      overflow: () => finish(answer.overflow(), id, head),
      brokenOff: () => finish(answer.brokenOff(), id, head),
    };
  }

  function finishedLater({ reply, abort }: PendingReply<Reply>, id: string, head: RequestHead): PendingReply {
    return { kind: 'pending', reply: reply.then((made) => finish(made, id, head)), abort };
  }

  function afterBug(bug: unknown, id: string, head: Partial<RequestHead> = {}): FinalReply {
    onBug(bug, id);
    return finish(bugReply(), id, head);
  }

  return {
    limits,
    receive(head) {
      const id = requestId(head.header('x-request-id'));
      try {
        return finished(answer(head, new RequestContext(id)), id, head);
      } catch (bug) {
        return afterBug(bug, id, head);
      }
    },
    finish: (reply, known = {}) => finish(reply, requestId(known.header?.('x-request-id')), known),
    fail: afterBug,
    routeOf: (target) => router.pathOf(splitTarget(target).path),
  };
}
