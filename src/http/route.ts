import type { Method } from '../contract/endpoint.ts';
import type { Reply } from './reply.ts';
import type { RequestContext, RequestHead } from './request.ts';
import type { Answer } from './types.ts';

/** The values of path parameters as sent, by name. */
export type Params = Readonly<Record<string, string>>;

/** The method and the path that a route answers. */
export interface RouteKey {
  readonly method: Method;
  /** Begins with a slash; `{name}` stands for a segment or a part of one, a final `{name:path}` for all the rest. */
  readonly path: string;
  /** The name of its endpoint, for messages about mistakes. */
  readonly name?: string;
}

/** An answer to one method on one path: an endpoint, or a page that is not an endpoint. */
export interface Route extends RouteKey {
  answer(input: RouteInput): Answer<Reply>;
  /** Answers without the handler; a valid request gets the status `UNCALLED`. */
  readonly check?: (input: RouteInput) => Answer<Reply>;
}

/** The status in place of the reply of a handler that was not called. */
export const UNCALLED = 0;

/** Everything in a request that precedes its body, for the route that answers it. */
export interface RouteInput {
  readonly head: RequestHead;
  readonly segments: Params;
  readonly query: string | undefined;
  readonly context: RequestContext;
}
