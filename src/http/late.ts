import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { listing, toList } from '../errors/issue.ts';
import { spending } from '../fields/work.ts';
import { repairUtf8 } from '../text/bytes.ts';
import { defined, isPromise } from '../text/guards.ts';
import { Flaw } from '../text/json/flaw.ts';
import { readJson } from '../text/json/reader.ts';
import { isDue, type Steps, soon } from '../text/turns.ts';
import { LONG_BODY } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { bodyField } from './parse.ts';
import { queryReader } from './parts.ts';
import type { Reply } from './reply.ts';
import type { Answer, PendingBody, PendingReply, RequestContext, Route, RouteInput } from './types.ts';

/** The first requests for the routes of a document, which take long to compile: an operation may have thousands of parameters. */

/** A route that is not compiled yet. */
export interface LateRoute {
  readonly endpoint: Endpoint;
  /** The limits of an endpoint without its own. */
  readonly limits: Limits;
  /** Waits for a reply. */
  readonly wait: (made: Promise<Reply>, context: RequestContext) => PendingReply<Reply>;
  /** Compiles the route, and returns how it answers. */
  readonly compile: () => Route['answer'];
}

/**
 * Returns a function that answers the first request for a route: in turns if it takes long, or if the first requests for many routes
 * arrive together. Before that, `prepare` makes what all routes of a document share.
 */
export function lateAnswers(options: LateOptions) {
  return (route: LateRoute, input: RouteInput) => answerLate(route, input, options);
}

interface LateOptions {
  readonly prepare: () => Steps<void>;
  /** True if values are read exactly as their schemas say: these are compiled when a value first needs them. */
  readonly isExact: boolean;
}

function answerLate(route: LateRoute, input: RouteInput, { prepare, isExact }: LateOptions): Answer<Reply> {
  const { endpoint, limits, wait } = route;
  const { body: limit = limits.body } = endpoint.limits ?? {};
  const { context } = input;
  // Its reply has not begun by that: a body is still to come.
  const answer = soon(inSteps(route, input, prepare), { signal: context.signal });
  const reading = (made: Answer<Reply>) =>
    made.kind === 'body' && isExact ? readingFirst(made, route, context) : made;
  if (!isPromise(answer)) return reading(answer);
  const late = (way: 'complete' | 'overflow' | 'brokenOff') => (bytes?: Uint8Array) =>
    wait(
      answer.then((first) => {
        const made = reading(first);
        return finalOf(made.kind === 'body' ? made[way](bytes ?? NO_BYTES) : made);
      }),
      context,
    );
  const complete = late('complete');
  if (!endpoint.body) return complete();
  return { kind: 'body', limit, complete, overflow: late('overflow'), brokenOff: late('brokenOff') };
}

const NO_BYTES = new Uint8Array();

type Given = Reply | PendingReply<Reply>;

function finalOf(given: Given): Reply | Promise<Reply> {
  return given.kind === 'pending' ? given.reply : given;
}

/** Reads a short body in steps before it is answered at once: thousands of schemas may be compiled for it. */
function readingFirst(
  made: PendingBody<Reply>,
  route: LateRoute,
  context: RequestContext,
): PendingBody<Reply> {
  return {
    ...made,
    complete(bytes) {
      const read = soon(stepsOfReading(route, bytes), { signal: context.signal });
      if (!isPromise(read)) return made.complete(bytes);
      return route.wait(
        read.then(() => finalOf(made.complete(bytes))),
        context,
      );
    },
  };
}

function* stepsOfReading({ endpoint: { body }, limits }: LateRoute, bytes: Uint8Array): Steps<void> {
  if (isForm(body) || bytes.length >= LONG_BODY) return;
  const value = readJson(repairUtf8(bytes), limits.depth);
  const steps = value instanceof Flaw ? undefined : bodyField(body)?.parseInSteps?.(value);
  const issues = toList(limits.errors);
  while (steps && !listing(issues, () => steps.next()).done) yield;
}

/** The most steps that reading an empty text may take: a union may have very many kinds. */
const STEPS_OF_EMPTY = 1000;

function* inSteps(
  { endpoint, compile }: LateRoute,
  input: RouteInput,
  prepare: () => Steps<void>,
): Steps<Answer<Reply>> {
  yield* prepare();
  const { params, query = {}, headers, cookies, body } = endpoint;
  // The field of a parameter, or of a form, is made when it is looked at.
  const form = isForm(body) ? body.form : undefined;
  if (isDue()) yield;
  for (const shape of [params, query, headers, cookies, form])
    for (const name in shape) if (shape[name] && isDue()) yield;
  // Its schema is compiled when a text is read: before all texts are read together, an empty one is for each name that was sent.
  for (const name of Object.keys(queryReader(Object.keys(query))(input.query))) {
    spending({ left: STEPS_OF_EMPTY }, () => defined(query[name]).parse(''));
    if (isDue()) yield;
  }
  // The fields of what a body combines are made before it is read, even if it is short.
  const made = form ? undefined : bodyField(body)?.parseInSteps?.(undefined);
  if (made) yield* made;
  const answer = compile();
  if (isDue()) yield;
  return answer(input);
}
