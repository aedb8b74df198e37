import type { Refusal } from '../../../contract/outcome.ts';
import { StreamedContent } from '../../../http/content.ts';
import { replyTo } from '../../../http/reply.ts';
import type { FinalReply, PendingBody, PendingReply, RequestHead } from '../../../http/types.ts';
import type { ServerContext } from './context.ts';
import type { Head } from './head.ts';
import type { ReplyListener } from './observer.ts';
import type { Output } from './output.ts';
import { CLOSE_HEADER, CONTINUE_RESPONSE } from './wire.ts';

/** A request, even a malformed one, and the single reply to it. */
export class Exchange {
  readonly #context: ServerContext;
  readonly #output: Output;
  readonly #head: Head | undefined;
  readonly #onReply: ReplyListener | undefined;
  /** True if the client wants the reply without its body. */
  readonly isHead: boolean;
  /** True while the client waits for a 100 before it sends the body. */
  #awaitsContinue: boolean;
  #pending: PendingReply | undefined;
  /** The answer that waits for the body. */
  body: PendingBody | undefined;

  constructor(context: ServerContext, output: Output, head?: Head) {
    this.#context = context;
    this.#output = output;
    this.#head = head;
    this.isHead = head?.method === 'HEAD';
    this.#onReply = context.observer?.(head);
    this.#awaitsContinue = head?.awaitsContinue ?? false;
  }

  /** Passes the request to the app. Returns undefined if the app needs the body too. */
  ask(head: Head): FinalReply | Promise<FinalReply> | undefined {
    const answer = this.#context.app.receive(head);
    if (answer.kind !== 'body') return this.#replyOf(answer);
    this.body = answer;
    if (this.#awaitsContinue) this.#continue();
    return undefined;
  }

  /** Passes the body to the app that waits for it. */
  complete(answer: PendingBody, bytes: Uint8Array): FinalReply | Promise<FinalReply> {
    this.body = undefined;
    return this.#replyOf(answer.complete(bytes));
  }

  /** Tells the maker of the reply that the client has disconnected, or sends no more. */
  abort(): void {
    this.#pending?.abort();
  }

  /** Cancels the request of a client that has disconnected. Only observers get a reply. */
  breakOff(): void {
    if (this.body) this.#onReply?.(this.body.brokenOff());
    this.body = undefined;
    this.abort();
  }

  /** Makes the reply to a refusal by the server. If the head is incomplete, it uses as much as is known. */
  refusalOf(refusal: Refusal, known?: Partial<RequestHead>): FinalReply {
    return this.#context.app.finish(replyTo(refusal), this.#head ?? known);
  }

  /**
   * Writes the reply, with its body unless that follows, and returns true if it is the last on the connection. A client that
   * still waits for a 100 may or may not send its body, so nothing can be read after its request. Some clients expect the 100
   * even then.
   */
  give(reply: FinalReply, endsHere: boolean, hasBody: boolean): boolean {
    const needsEnd = !this.#head?.takesChunks && reply.body instanceof StreamedContent;
    const isLast = endsHere || needsEnd || this.#awaitsContinue;
    const connection = isLast ? CLOSE_HEADER : this.#context.keepAliveHeaders;
    this.#onReply?.(reply);
    if (this.#awaitsContinue) this.#continue();
    this.#output.addReply(reply, connection, hasBody);
    return isLast;
  }

  #replyOf(answer: FinalReply | PendingReply): FinalReply | Promise<FinalReply> {
    if (answer.kind === 'reply') return answer;
    this.#pending = answer;
    return answer.reply;
  }

  #continue(): void {
    this.#output.add(CONTINUE_RESPONSE);
    this.#awaitsContinue = false;
  }
}
