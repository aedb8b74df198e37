import type { Content } from './content.ts';
import type { Limits } from './limits.ts';
import type { Reply } from './reply.ts';
import type { RequestHead } from './request.ts';

/** An app, as every host sees it. */
export interface AppCore {
  /** The limits that hosts hold the head of a request to. */
  readonly limits: Limits;
  /** Answers the head of a request, or says what it waits for. Never throws. */
  receive(head: RequestHead): Answer;
  /** Puts on a reply of the host's own what every reply carries, given as much as is known of the request. */
  finish(reply: Reply, known?: Partial<RequestHead>): FinalReply;
  /** Tells of a bug of the host in a request with this id, and makes the reply to it. */
  fail(bug: unknown, id: string, known?: Partial<RequestHead>): FinalReply;
  /** The path, as the contract has it, of what a target leads to. */
  routeOf(target: string): string | undefined;
}

/** A reply as it goes out, with the id of its request. */
export interface FinalReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: string;
  readonly body: Content;
  readonly id: string;
}

/** A reply, or what has to come before there is one. */
export type Answer<R = FinalReply> = R | PendingReply<R> | PendingBody<R>;

/** A reply that takes its time. */
export interface PendingReply<R = FinalReply> {
  readonly kind: 'pending';
  /** Never rejects. */
  readonly reply: Promise<R>;
  /** Tells whoever makes the reply that the client has gone. */
  abort(): void;
}

/** An answer that waits for the body. Whoever reads it stops beyond `limit` bytes. */
export interface PendingBody<R = FinalReply> {
  readonly kind: 'body';
  readonly limit: number;
  /** The answer to the whole body. */
  complete(body: Uint8Array): R | PendingReply<R>;
  /** The answer to a body beyond the limit. */
  overflow(): R;
  /** The answer to a body that ended too soon, to a client that may have gone. */
  brokenOff(): R;
}
