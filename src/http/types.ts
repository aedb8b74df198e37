import type { Limits } from './limits.ts';
import type { Reply } from './reply.ts';
import type { HeaderLookup, RequestHead } from './request.ts';

/** The service, as every host sees it. */
export interface App {
  /** What hosts hold the head of a request to. */
  readonly limits: Limits;
  /** Answers the head of a request, or says that it takes the body as well. Never throws. */
  receive(head: RequestHead): FinalReply | PendingBody;
  /** Puts on a reply of the host's own what every reply carries, given as much as is known of the request's headers. */
  finish<R extends Reply>(reply: R, header?: HeaderLookup): ReplyWithId<R>;
  /** The path, as the contract has it, of what a target leads to. */
  routeOf(target: string): string | undefined;
}

/** A reply with the name of its request on it. */
export type ReplyWithId<R extends Reply> = Pick<R, 'status' | 'headers' | 'body'> & { readonly id: string };
export type FinalReply = ReplyWithId<Reply>;

/** An answer that has to wait for the body. Whoever reads it stops beyond `limit` bytes. */
export interface PendingBody<Answer extends Reply = FinalReply> {
  readonly limit: number;
  /** The answer to the whole body. */
  complete(body: Uint8Array): Answer;
  /** The answer to a body beyond the limit. */
  overflow(): Answer;
  /** The answer to a body that ended too soon, to a client that may have gone. */
  brokenOff(): Answer;
}
