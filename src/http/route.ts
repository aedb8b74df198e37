import type { Method } from '../contract/endpoint.ts';
import type { Reply } from './reply.ts';
import type { RequestContext, RequestHead } from './request.ts';
import type { Answer } from './types.ts';

/** The segments that a path leaves open, as they were sent, by the names of its parameters. */
export type Params = Readonly<Record<string, string>>;

/** The method and the path that a route answers. */
export interface RouteKey {
  readonly method: Method;
  /** With a leading slash; `{name}` stands for a segment or a part of one, a last `{name:path}` for all the rest. */
  readonly path: string;
  /** The name of its endpoint, for sentences about mistakes. */
  readonly name?: string;
}

/** An answer to one method on one path: an endpoint, or a page that stands beside the endpoints. */
export interface Route extends RouteKey {
  answer(input: RouteInput): Answer<Reply>;
  /** Answers without the handler: where nothing is wrong, with the status `UNCALLED`. */
  readonly check?: (input: RouteInput) => Answer<Reply>;
}

/** The status that stands for the reply of a handler that was not called. */
export const UNCALLED = 0;

/** Everything of a request that precedes its body, on the way to the route that answers it. */
export interface RouteInput {
  readonly head: RequestHead;
  readonly segments: Params;
  readonly query: string | undefined;
  readonly context: RequestContext;
}
