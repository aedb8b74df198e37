import { Refusal } from '../../contract/refusal.ts';
import { replyTo } from '../../http/reply.ts';
import type { AppCore, FinalReply, PendingBody, PendingReply } from '../../http/types.ts';
import { malformed } from './grammar.ts';
import type { Head } from './head.ts';
import type { ReplyListener, RequestObserver } from './observer.ts';
import type { Output } from './output.ts';
import { Reader } from './reader.ts';
import { CLOSE_HEADER, CONTINUE_RESPONSE } from './wire.ts';

/** What holds for every conversation with a server. */
export interface ServerContext {
  readonly app: AppCore;
  /** The most requests on one connection. */
  readonly maxRequests: number;
  /** What the head of a reply says where the connection goes on. */
  readonly keepAliveHeaders: string;
  readonly observer: RequestObserver | undefined;
  readonly isStopping: () => boolean;
}

/** The connection that a conversation is held on, as far as that matters to it. */
export interface Transport {
  readonly output: Output;
  /** Whether the client will send no more than it has. */
  readonly isEndedByClient: boolean;
  /** Lets nothing more be read until the reply is there, which `act` is then given. */
  holdFor<T>(later: Promise<T>, act: (value: T) => void): void;
  /** Ends our side, behind what has been put into the output. */
  end(): void;
}

/** The requests of one connection and the replies to them, one at a time and so in their order. */
export class HttpSession {
  readonly reader: Reader;
  /** How many replies have been given. */
  replyCount = 0;
  readonly #context: ServerContext;
  readonly #transport: Transport;
  #requests = 0;
  /** The request that is being answered, and who is told of the reply. */
  #head: Head | undefined;
  #onReply: ReplyListener | undefined;
  #isLast = false;
  /** The answer that waits for the body of the request. */
  #answer: PendingBody | undefined;
  /** The reply that is being made. */
  #pending: PendingReply | undefined;

  constructor(terms: ServerContext, line: Transport) {
    this.#context = terms;
    this.#transport = line;
    this.reader = new Reader(terms.app.limits);
  }

  /** What the client is to do next. */
  get awaits(): 'nothing' | 'head' | 'body' {
    if (this.#answer || this.reader.isSkipping) return 'body';
    return this.reader.isEmpty && this.#requests > 0 ? 'nothing' : 'head';
  }

  /** Whether the client is waited for with a request, or with the first one. */
  get isAsked(): boolean {
    return this.awaits !== 'nothing' && !this.reader.isSkipping;
  }

  /** Whether nothing has come that is to be answered or skipped. */
  get isQuiet(): boolean {
    return this.reader.isEmpty && this.awaits !== 'body';
  }

  /** Goes one step further, if enough has come for it. */
  readOn(): boolean {
    return this.#answer ? this.#readBody(this.#answer) : this.#readHead();
  }

  /** Refuses what is being asked, and ends the conversation. */
  refuse(refusal: Refusal): void {
    const { app, observer } = this.#context;
    if (!this.#head) this.#onReply = observer?.(undefined);
    this.#finish(app.finish(replyTo(refusal), this.#head?.header), true);
  }

  /** Answers a client that will send no more. */
  conclude(): void {
    if (this.#answer) this.#finish(this.#answer.brokenOff(), true);
    else if (this.reader.isEmpty || this.reader.isSkipping) this.#transport.end();
    else this.refuse(malformed);
  }

  /** The client has gone. Nobody can tell it, but whoever watches is told. */
  breakOff(): void {
    if (this.#answer) this.#onReply?.(this.#answer.brokenOff());
    this.#answer = undefined;
    this.abort();
  }

  /** Tells whoever makes the reply that the client has gone, or sends no more. */
  abort(): void {
    this.#pending?.abort();
  }

  #readHead(): boolean {
    const head = this.reader.nextHead();
    if (head instanceof Refusal) this.refuse(head);
    else if (head) this.#receive(head);
    return head !== undefined;
  }

  #readBody(answer: PendingBody): boolean {
    const body = this.reader.nextBody();
    if (body === undefined) return false;
    this.#answer = undefined;
    if (body instanceof Refusal) this.refuse(body);
    else this.#give(answer.complete(body));
    return true;
  }

  /** Puts a request to the service, which may want its body as well. */
  #receive(head: Head): void {
    const { app, observer, maxRequests } = this.#context;
    const { framing } = head;
    this.#requests++;
    this.#head = head;
    this.#onReply = observer?.(head);
    if (framing instanceof Refusal) {
      this.refuse(framing);
      return;
    }
    this.#isLast = framing.isLast || this.#requests >= maxRequests;
    const answer = app.receive(head);
    if (answer.kind === 'body') {
      this.#answer = answer;
      if (framing.awaitsContinue) this.#transport.output.add(CONTINUE_RESPONSE);
    } else this.#give(answer);
  }

  #give(answer: FinalReply | PendingReply): void {
    if (answer.kind === 'reply') this.#reply(answer);
    else {
      this.#pending = answer;
      this.#replyLater(answer.reply);
    }
  }

  /** While the service stops, one more round of the event loop shows whether the client has asked for more already. */
  #reply(reply: FinalReply): void {
    if (!this.#context.isStopping()) this.#finish(reply, this.#endsHere());
    else this.#replyLater(nextRound().then(() => reply));
  }

  #replyLater(later: Promise<FinalReply>): void {
    this.#transport.holdFor(later, (reply) => this.#finish(reply, this.#endsHere()));
  }

  /** Whether nothing is read behind the request that is being answered. */
  #endsHere(): boolean {
    if (this.#isLast || this.reader.mustClose) return true;
    this.reader.skip();
    return this.reader.isEmpty && (this.#transport.isEndedByClient || this.#context.isStopping());
  }

  /** Gives the one reply to a request. */
  #finish(reply: FinalReply, isLast: boolean): void {
    this.#onReply?.(reply);
    this.#transport.output.addReply(
      reply,
      isLast ? CLOSE_HEADER : this.#context.keepAliveHeaders,
      this.#head?.method !== 'HEAD',
    );
    this.#head = undefined;
    this.#onReply = undefined;
    this.#answer = undefined;
    this.#pending = undefined;
    this.replyCount++;
    if (isLast) this.#transport.end();
  }
}

/** Waits until everything has been read that has come by now: what is done immediately is done before that. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
