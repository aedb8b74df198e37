import type { Content } from './content.ts';
import type { Limits } from './limits.ts';
import type { Reply } from './reply.ts';
import type { RequestHead } from './request.ts';

/** An app, as hosts see it. */
export interface AppCore {
  /** The limits that hosts apply to the head of a request. */
  readonly limits: Limits;
  /** Answers the head of a request, or returns what it waits for. Never throws. */
  receive(head: RequestHead): Answer;
  /** Adds to a reply of the host what every reply has, using as much of the request as is known. */
  finish(reply: Reply, known?: Partial<RequestHead>): FinalReply;
  /** Reports a bug of the host in the request with this id, and makes the reply to it. */
  fail(bug: unknown, id: string, known?: Partial<RequestHead>): FinalReply;
  /** Returns the path, as the contract declares it, that a target leads to. */
  routeOf(target: string): string | undefined;
}

/** A reply that is ready to be sent, with the id of its request. */
export interface FinalReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: string;
  readonly body: Content;
  readonly id: string;
}

/** A reply, or what has to happen before there is one. */
export type Answer<R = FinalReply> = R | PendingReply<R> | PendingBody<R>;

/** A reply that is not available yet. */
export interface PendingReply<R = FinalReply> {
  readonly kind: 'pending';
  /** Never rejects. */
  readonly reply: Promise<R>;
  /** Tells the maker of the reply that the client has disconnected. */
  abort(): void;
}

/** An answer that needs the body. The host stops reading after `limit` bytes. */
export interface PendingBody<R = FinalReply> {
  readonly kind: 'body';
  readonly limit: number;
  /** Returns the answer to the complete body. */
  complete(body: Uint8Array): R | PendingReply<R>;
  /** Returns the reply to a body beyond the limit. */
  overflow(): R;
  /** Returns the reply to a body that ended too soon. The client may be gone. */
  brokenOff(): R;
}
