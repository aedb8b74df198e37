import type { Endpoint } from '../contract/endpoint.ts';
import type { Shape } from '../fields/field.ts';
import { isPromise } from '../text/guards.ts';
import { isDue, type Steps, soon } from '../text/turns.ts';
import type { Limits } from './limits.ts';
import type { Reply } from './reply.ts';
import type { Answer, PendingReply, RequestContext, Route, RouteInput } from './types.ts';

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
 * arrive together. Before that, `prepare` makes what all routes of a document share, and the form that this one takes.
 */
export function lateAnswers(prepare: Prepare) {
  return (route: LateRoute, input: RouteInput) => answerLate(route, input, prepare);
}

type Prepare = (endpoint: Endpoint) => Steps<Shape | undefined>;

function answerLate(route: LateRoute, input: RouteInput, prepare: Prepare): Answer<Reply> {
  const { endpoint, limits, wait } = route;
  const { body: limit = limits.body } = endpoint.limits ?? {};
  const { context } = input;
  // Its reply has not begun by that: a body is still to come.
  const answer = soon(inSteps(route, input, prepare), { signal: context.signal });
  if (!isPromise(answer)) return answer;
  const late = (way: 'complete' | 'overflow' | 'brokenOff') => (bytes?: Uint8Array) =>
    wait(
      answer.then((made) => finalOf(made.kind === 'body' ? made[way](bytes ?? NO_BYTES) : made)),
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

function* inSteps(
  { endpoint, compile }: LateRoute,
  input: RouteInput,
  prepare: Prepare,
): Steps<Answer<Reply>> {
  const form = yield* prepare(endpoint);
  const { params, query, headers, cookies } = endpoint;
  if (isDue()) yield;
  // A form, and the field of each parameter and in a form, stays only as long as something has it.
  const made: unknown[] = [form];
  for (const shape of [params, query, headers, cookies, form])
    for (const name in shape) {
      made.push(shape[name]);
      if (isDue()) yield;
    }
  const answer = compile();
  made.length = 0;
  if (isDue()) yield;
  return answer(input);
}
