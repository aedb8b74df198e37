import type { Reply } from './reply.ts';
import type { RequestHead } from './request.ts';

/** The service, as every host sees it. */
export interface App {
  /** Answers the head of a request, or says that it takes the body as well. Never throws. */
  receive(head: RequestHead): Reply | AwaitBody;
}

/** An answer that has to wait for the body. Whoever reads it stops beyond `limit` bytes. */
export interface AwaitBody {
  readonly limit: number;
  /** The answer to the whole body. */
  complete(body: Uint8Array): Reply;
  /** The answer to a body beyond the limit. */
  overflow(): Reply;
  /** The answer to a body that ended too soon, to a client that may have gone. */
  brokenOff(): Reply;
}
