import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { spending } from '../fields/work.ts';
import { defined, isPromise } from '../text/guards.ts';
import { isDue, type Steps, soon } from '../text/turns.ts';
import type { Limits } from './limits.ts';
import { bodyField } from './parse.ts';
import { queryReader } from './parts.ts';
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
 * arrive together. Before that, `prepare` makes what all routes of a document share.
 */
export function lateAnswers(prepare: () => Steps<void>) {
  return (route: LateRoute, input: RouteInput) => answerLate(route, input, prepare);
}

function answerLate(route: LateRoute, input: RouteInput, prepare: () => Steps<void>): Answer<Reply> {
  const { endpoint, limits, wait } = route;
  const { body: limit = limits.body } = endpoint.limits ?? {};
  const { context } = input;
  // Its reply has not begun by that: a body is still to come.
  const answer = soon(inSteps(route, input, prepare), { signal: context.signal });
  if (!isPromise(answer)) return answer;
  const late = (way: 'complete' | 'overflow' | 'brokenOff') => (bytes?: Uint8Array) =>
    wait(
      answer.then((made) => {
        const next = made.kind === 'body' ? made[way](bytes ?? NO_BYTES) : made;
        return next.kind === 'pending' ? next.reply : next;
      }),
      context,
    );
  const complete = late('complete');
  if (!endpoint.body) return complete();
  return { kind: 'body', limit, complete, overflow: late('overflow'), brokenOff: late('brokenOff') };
}

const NO_BYTES = new Uint8Array();
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
