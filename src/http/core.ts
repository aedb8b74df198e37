import type { AnyHandler, Body, Contract, Endpoint } from '../contract/endpoint.ts';
import { type Around, type LogWriter, Refusal } from '../contract/outcome.ts';
import type { Values } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import { ensure, once } from '../text/memo.ts';
import { answerAround, type Inside } from './around.ts';
import { declaredLength } from './body.ts';
import type { ReportBug } from './bytes-reply.ts';
import { cutOff } from './content.ts';
import { revalidate } from './document.ts';
import { type CompileOptions, compileEndpoint, pending } from './endpoint.ts';
import { type ErrorFormat, entriesFormat, writtenAtOnce } from './error-format.ts';
import { type DeclaredReplies, DelayedReplies, mapAnswer, preferredReplies } from './faults.ts';
import type { LateRoute } from './late.ts';
import type { LenientOptions } from './lenient.ts';
import {
  bodyTooLarge,
  DEFAULT_HANDLER_TIMEOUT_MS,
  type LimitsToSet,
  limitsOf,
  withDefaults,
} from './limits.ts';
import { type Cors, type CorsPolicy, corsPolicy, prefersProblem } from './negotiate.ts';
import type { ReadAhead } from './parse.ts';
import { type ProblemOptions, problemWriter } from './problem.ts';
import {
  bugReply,
  idLine,
  linesOf,
  MadeReply,
  namedReplyTo,
  type Reply,
  replyTo,
  uncachedJson,
} from './reply.ts';
import { LazyContext, type RequestServices } from './request.ts';
import { type Choice, createRouter, type RouteTable, routeTable } from './routing/router.ts';
import { notReady, stopping } from './statuses.ts';
import {
  type Answer,
  type AppCore,
  type FinalReply,
  type PendingReply,
  type RequestContext,
  type RequestHead,
  type Route,
  type RouteInput,
  type RouteKey,
  splitTarget,
  UNCALLED,
} from './types.ts';
import { plainWords } from './validation-error.ts';

export interface CoreOptions {
  /** The prefix of every path. */
  readonly basePath?: string | undefined;
  /** Prefixes that a path may also have, such as those of the servers of a document. */
  readonly otherBasePaths?: readonly string[] | undefined;
  readonly limits?: LimitsToSet | undefined;
  /** The time limit of a handler, in milliseconds. */
  readonly handlerTimeout?: number | undefined;
  /** The web pages that may read replies; all by default. */
  readonly cors?: Cors | undefined;
  /** The way to read bodies: strictly, or as FastAPI does. */
  readonly values?: Values | undefined;
  /** Makes routes that answer invalid requests like valid ones. Without it they are refused. */
  readonly lenient?: ((options: LenientOptions) => Route) | undefined;
  /** Answers the first request for a route, which takes long to compile. Without it, routes are compiled at once. */
  readonly answerLate?: ((route: LateRoute, input: RouteInput) => Answer<Reply>) | undefined;
  /** Reads in steps what may take long, before a request is checked. By default, long bodies. */
  readonly readAhead?: ReadAhead | undefined;
  /** Changes each endpoint before its route is made. */
  readonly adapt?: ((endpoint: Endpoint) => Endpoint) | undefined;
  /** Is told of each endpoint whose route is compiled, and how to forget what that made. Without it, all stay compiled. */
  readonly keepRoute?: ((endpoint: Endpoint, forget: () => void) => void) | undefined;
  /** How errors are written. */
  readonly errors?: ErrorFormat | undefined;
  readonly onBug?: OnBug | undefined;
  /** Routes in addition to the endpoints. */
  readonly routes?: readonly Route[] | undefined;
  /** Looks up declared replies. If set, requests may prefer those. */
  readonly declared?: DeclaredReplies | undefined;
  /** Returns the delay of the next reply of an endpoint, in seconds. */
  readonly delay?: (() => number) | undefined;
  /** True if requests may also prefer faults, which are simulated. */
  readonly faults?: boolean | undefined;
  /** True if handlers have no effects, so that they may be called to check a request. */
  readonly pureHandlers?: boolean | undefined;
  /** Runs around every request. */
  readonly around?: Around | undefined;
  /** Writes the lines that handlers log; by default nowhere. */
  readonly log?: LogWriter | undefined;
  /** The path of the page that explains errors. */
  readonly errorsPath?: string | false | undefined;
}

/** Called with each exception or rejection, the id of its request and the name of its endpoint. Each of them is a bug. */
export type OnBug = (bug: unknown, requestId: string, endpoint?: string) => void;

/** A request before routing. */
type Unrouted = Omit<RouteInput, 'segments'>;

/** Makes the core of the service that a contract describes. A valid request to an endpoint without a handler gets the status `UNCALLED`. */
export function createCore(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: CoreOptions = {},
): AppCore {
  const {
    errors = entriesFormat(plainWords),
    onBug: tell = () => {},
    handlerTimeout = DEFAULT_HANDLER_TIMEOUT_MS,
  } = options;
  const onBug = toldSafely(tell);
  const { values = 'strict', basePath = '', errorsPath, faults = false, log = () => {} } = options;
  const preferred = options.declared && preferredReplies(options.declared, faults);
  const delayed = options.delay && delayedBy(options.delay);
  const limits = limitsOf(options.limits);
  const cors = corsPolicy(options.cors ?? '*');
  const { words, isProblem } = errors;
  const mayPrefer = preferred !== undefined;
  const { errorBytes } = limits;
  const finish = finisher({ cors, words, isProblem, basePath, errorsPath, errorBytes, mayPrefer, onBug });
  const report: ReportBug = (bug, { requestId: id, request }) => onBug(bug, id, request.endpoint);
  const wait = (made: Promise<Reply>, context: RequestContext) =>
    pending(made, context, { handlerTimeout, onBug: report });
  const compile = { ...options, limits, values, handlerTimeout, onBug: report, wait };
  const routeOf = endpointRoutes(contract, handlers, errors, compile);
  const router = createRouter(routeTable<Routed>(options.routes ?? [], endpointTable(contract)), {
    basePath,
    otherBasePaths: options.otherBasePaths,
    optionsHeaders: cors.preflight,
  });

  function answer(head: RequestHead, context: RequestContext): Answer<Reply> {
    const target = splitTarget(head.target);
    const found = router.choose(head.method, target, isPreflight(head));
    const request = { head, query: target.query, context };
    const preferences = preferred?.read(head, target.query);
    const route = 'route' in found ? routeOf(found.route) : undefined;
    const isDelayed = delayed && route?.name !== undefined && preferences?.delay === undefined;
    const hold = isDelayed ? delayed : atOnce;
    if (!preferred || !preferences) return hold(answerBy('answer', found, request));
    const way = options.pureHandlers ? 'answer' : 'check';
    const answered = preferred.answer(preferences, {
      head,
      context,
      wait,
      operation: route?.name,
      usual: () => answerBy('answer', found, request),
      checked: () => answerBy(way, found, request),
      refuse: (refusal) => defined(route?.refuse)(refusal, head),
    });
    return hold(answered);
  }

  function answerBy(way: 'answer' | 'check', found: Choice<Routed>, request: Unrouted): Answer<Reply> {
    const { head, query, context } = request;
    if (found instanceof Refusal)
      return (
        errors.unrouted?.(found, router.pathOf(splitTarget(head.target).path), head) ?? namedReplyTo(found)
      );
    if ('kind' in found) return found;
    const { params: segments, route } = found;
    const { answer, check = answer, refuse = replyTo, maxBody = limits.body } = routeOf(route);
    if (declaredLength(head.header) > maxBody) return refuse(bodyTooLarge(maxBody), head);
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
          return finishedSoon(reply, id, head);
        } catch (bug) {
          return afterBug(bug, id, head);
        }
      },
      overflow: () => finishedSoon(answer.overflow(), id, head),
      brokenOff: () => finishedSoon(answer.brokenOff(), id, head),
    };
  }

  function finishedSoon(made: Reply | PendingReply<Reply>, id: string, head: RequestHead) {
    return made.kind === 'reply' ? finish(made, id, head) : finishedLater(made, id, head);
  }

  function finishedLater({ reply, abort }: PendingReply<Reply>, id: string, head: RequestHead): PendingReply {
    return { kind: 'pending', reply: reply.then((made) => finish(made, id, head)), abort };
  }

  function afterBug(bug: unknown, id: string, head: Partial<RequestHead> = {}): FinalReply {
    onBug(bug, id, endpointOf(head));
    return finish(bugReply(), id, head);
  }

  function endpointOf({ method, target }: Partial<RequestHead>): string | undefined {
    const found = method && target && router.choose(method, splitTarget(target));
    return found && 'route' in found ? found.route.name : undefined;
  }

  const services: RequestServices = { endpointOf, log };

  function receive(head: RequestHead, id: string): Answer {
    try {
      return finished(answer(head, new LazyContext(id, head, services)), id, head);
    } catch (bug) {
      return afterBug(bug, id, head);
    }
  }

  const { around } = options;
  const refuse: Inside['refuse'] = (refusal, id, head) => finish(namedReplyTo(refusal), id, head);
  const inside: Inside = { receive, refuse, fail: afterBug, services, timeout: handlerTimeout };
  return {
    limits,
    receive: around
      ? (head) => answerAround(around, inside, head, idOf(head))
      : (head) => receive(head, idOf(head)),
    finish: (reply, known = {}) => finish(reply, idOf(known), known),
    fail: afterBug,
    routeOf: (target) => router.pathOf(splitTarget(target).path),
    endpointOf,
  };
}

/** Recognizes the question of a browser before it sends a request to another origin. */
function isPreflight({ method, header }: RequestHead): boolean {
  return method === 'OPTIONS' && header('access-control-request-method') !== undefined;
}

/** What a path leads to: an endpoint, or another route. */
type Routed = EndpointKey | Route;

type EndpointKey = RouteKey & { readonly name: string };

const tables = new WeakMap<Contract['endpoints'], RouteTable<EndpointKey>>();

/** The endpoints of a contract by their paths, for all cores of that contract: there may be tens of thousands. */
export function endpointTable({ endpoints }: Contract): RouteTable<EndpointKey> {
  return ensure(tables, endpoints, () =>
    routeTable(Object.entries(endpoints).map(([name, { method, path }]) => ({ name, method, path }))),
  );
}

/**
 * Makes the route of each endpoint of a contract on first use, and compiles it on its first request: there may be thousands, and most
 * are not needed for a long time.
 */
function endpointRoutes(
  { endpoints }: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  format: ErrorFormat,
  options: RouteOptions,
): (found: Routed) => Route {
  const { wait, limits, answerLate, keepRoute, lenient, adapt } = options;
  const known = new Map<string, Route>();
  function routeOf(key: EndpointKey): Route {
    const { name } = key;
    const declared = defined(endpoints[name]);
    const endpoint = adapt?.(declared) ?? declared;
    const { handlerTimeout = options.handlerTimeout, ...others } = endpoint.limits ?? {};
    const own = limitsOf(withDefaults<LimitsToSet>(limits, others));

    /** Answers requests with one of the bodies by what the first of them compiles. */
    function answering(open: Endpoint, handle: AnyHandler): Route['answer'] {
      let isCompiled = false;
      const compile = once(() => {
        keepRoute?.(open, () => known.delete(name));
        const compileWith: LenientOptions['compile'] = (each, handler, errors) =>
          compileEndpoint(name, each, handler, { ...options, limits: own, handlerTimeout, errors });
        const errors = format.writer(name, open, limits);
        const { answer } = lenient
          ? lenient({ name, endpoint: open, handle, limits: own, errors, wait, compile: compileWith })
          : compileWith(open, handle, errors);
        isCompiled = true;
        return answer;
      });
      return (input) =>
        answerLate && !isCompiled
          ? answerLate({ endpoint: open, limits, wait, compile }, input)
          : compile()(input);
    }

    /** Answers requests with any of the bodies. */
    function answeringAll(handle: AnyHandler): Route['answer'] {
      const { otherBody, ...open } = endpoint;
      const first = answering(open, handle);
      if (!otherBody) return first;
      const answers = new Map<Body, Route['answer']>();
      return (input) => {
        const body = otherBody(input.head.header('content-type') ?? '');
        return (body ? ensure(answers, body, () => answering({ ...open, body }, handle)) : first)(input);
      };
    }

    return {
      ...key,
      answer: answeringAll(handlers[name] ?? uncalled),
      check: answeringAll(uncalled),
      refuse: (refusal, head) => writtenAtOnce(format.writer(name, endpoint, limits).refuse(refusal, head)),
      maxBody: endpoint.limits?.body,
    };
  }
  return (found) => ('answer' in found ? found : ensure(known, found.name, () => routeOf(found)));
}

interface RouteOptions
  extends CompileOptions,
    Pick<CoreOptions, 'lenient' | 'answerLate' | 'keepRoute' | 'adapt'>,
    Pick<LenientOptions, 'wait'> {}

type Wait = (answer: Answer<Reply>) => Answer<Reply>;

const atOnce: Wait = (answer) => answer;

/** Delays replies, unless too many of them wait already. */
function delayedBy(delay: () => number): Wait {
  const delayed = new DelayedReplies();
  return (answer) => mapAnswer(answer, (reply) => (delayed.isFull ? reply : delayed.hold(reply, delay())));
}

/** Stands in for a handler that must not be called. */
const notCalled = new MadeReply({ kind: 'reply', status: UNCALLED, headers: '', body: '' });
const uncalled: AnyHandler = () => notCalled;

/** Adds what every reply has, using as much of the request as is known. */
type Finish = (reply: Reply, id: string, known: Partial<RequestHead>) => FinalReply;

interface FinishOptions extends ProblemOptions {
  /** True if every client gets problem details. */
  readonly isProblem: boolean;
  readonly cors: CorsPolicy;
  /** True if requests may prefer replies, so that any reply may vary. */
  readonly mayPrefer: boolean;
  readonly onBug: OnBug;
}

/** Compiles the function that every reply passes through. */
function finisher({ cors, mayPrefer, isProblem, onBug, ...options }: FinishOptions): Finish {
  const writeProblem = problemWriter(options);
  const vary = mayPrefer ? linesOf('Vary', 'Prefer') : '';
  return (reply, id, { target, header = nothing }) => {
    const getsProblem = reply.error !== undefined && (isProblem || prefersProblem(header('accept')));
    const { status, headers, body } = getsProblem ? writeProblem(reply, target) : reply;
    const { afterwards } = reply;
    if (afterwards)
      setTimeout(async () => {
        try {
          await afterwards(reply);
        } catch (bug) {
          onBug(bug, id);
        }
      });
    const lines = `${headers}${cors.reply(header)}${vary}${idLine(id)}`;
    return {
      kind: 'reply',
      status,
      headers: lines,
      body: reply.isCut ? cutOff(body) : body,
      id,
      issues: reply.issues,
    };
  };
}

/** Tells of bugs; where that fails, because one can't be shown, of the failure. Neither costs the reply. */
function toldSafely(tell: OnBug): OnBug {
  return (bug, ...of) => {
    try {
      tell(bug, ...of);
    } catch (failure) {
      try {
        tell(failure, ...of);
      } catch {}
    }
  };
}

function nothing(): undefined {}

/** Returns the id of a request for replies and the log: the client's own if it is plain, otherwise a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && PLAIN_ID.test(given) ? given : newId();
}

function idOf({ header }: Partial<RequestHead>): string {
  return requestId(header?.('x-request-id'));
}

/** Only characters without a special meaning in a header or on a terminal. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,128}$/;

let beginning = '';
let made = 0;

/**
 * Returns a new UUID. Only one in hundreds is drawn, which takes ten times as long; the others differ in their last digits. Since
 * nothing depends on its being unpredictable, no process loads the Web Crypto API for it.
 */
function newId(): string {
  if (made === 0) beginning = BEGINNING.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));
  const id = `${beginning}${FIRST + made}`;
  made = (made + 1) % IDS;
  return id;
}

const BEGINNING = 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxx';
/** The three digits that follow it. */
const FIRST = 100;
/** The number of ids with the same beginning. */
const IDS = 900;

const ok = uncachedJson('{"status":"ok"}');

/** The route where an orchestrator checks that the process is alive. */
export function liveness(path: string): Route {
  return { method: 'GET', path, answer: () => ok };
}

/** The route where a load balancer checks that the service takes more requests, and that the app is ready for them. */
export function readiness(path: string, isReady: () => boolean, ready?: () => unknown): Route {
  return {
    method: 'GET',
    path,
    answer() {
      if (!isReady()) return replyTo(stopping);
      return ready ? { kind: 'pending', reply: askedReady(ready), abort() {} } : ok;
    },
  };
}

async function askedReady(ready: () => unknown): Promise<Reply> {
  try {
    return (await ready()) === false ? replyTo(notReady) : ok;
  } catch {
    return replyTo(notReady);
  }
}
