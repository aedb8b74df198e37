import { Refusal } from '../../contract/refusal.ts';
import type { FinalReply, PendingBody } from '../../http/types.ts';
import type { ServerContext } from './context.ts';
import { Exchange } from './exchange.ts';
import { malformed } from './grammar.ts';
import type { Head } from './head.ts';
import type { Output } from './output.ts';
import { Reader } from './reader.ts';
import { isStreamed, ReplyStream } from './reply-stream.ts';

/** What comes next on a connection: another step, more bytes, or the end of our side. */
export type Step = 'again' | 'more' | 'end';

/** The requests of one connection and the replies to them, one at a time and so in their order. */
export class HttpSession {
  /** How many replies have been given. */
  replyCount = 0;
  readonly #context: ServerContext;
  readonly #reader: Reader;
  readonly #output: Output;
  #requestCount = 0;
  #hasInputEnded = false;
  #isLast = false;
  #exchange: Exchange | undefined;
  #stream: ReplyStream | undefined;

  constructor(context: ServerContext, output: Output) {
    this.#context = context;
    this.#output = output;
    this.#reader = new Reader(context.app.limits);
  }

  /** What the client is to do next. */
  get awaits(): 'nothing' | 'head' | 'body' {
    if (this.#exchange?.body || this.#reader.isSkipping) return 'body';
    return this.#reader.isEmpty && this.#requestCount > 0 ? 'nothing' : 'head';
  }

  /** Whether the client is waited for with a request, or with the first one. */
  get isAsked(): boolean {
    return this.awaits !== 'nothing' && !this.#reader.isSkipping;
  }

  /** Whether nothing has come that is to be answered or skipped. */
  get isQuiet(): boolean {
    return this.#reader.isEmpty && this.awaits !== 'body';
  }

  /** Whether a reply is on its way, of which there is more to send. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** Takes what has come. */
  add(chunk: Buffer): void {
    this.#reader.add(chunk);
  }

  /** Takes note that no more will come. */
  endInput(): void {
    this.#hasInputEnded = true;
    this.#exchange?.abort();
  }

  /** Takes note that the client has gone. */
  breakOff(): void {
    this.#exchange?.breakOff();
    this.#stream?.abandon();
    this.#stream = undefined;
  }

  /** Keeps only what is needed until more comes. */
  compact(): void {
    this.#reader.compact();
  }

  /** Goes one step further, if enough has come for it. */
  next(): Step | Promise<Step> {
    if (this.#stream) return this.#streamOn(this.#stream);
    const { body } = this.#exchange ?? {};
    if (this.#exchange && body) return this.#readBody(this.#exchange, body);
    const head = this.#reader.nextHead();
    if (head instanceof Refusal) return this.refuse(head);
    return head ? this.#receive(head) : this.#wait();
  }

  /** Refuses what is being asked, behind which nothing is read. */
  refuse(refusal: Refusal): Step {
    const exchange = this.#exchange ?? this.#begin();
    return this.#finish(exchange, exchange.refusalOf(refusal, this.#reader.known), true);
  }

  /** Waits for more, unless no more will come. */
  #wait(): Step {
    if (!this.#hasInputEnded) return 'more';
    const { body } = this.#exchange ?? {};
    if (this.#exchange && body) return this.#finish(this.#exchange, body.brokenOff(), true);
    return this.#reader.isEmpty || this.#reader.isSkipping ? 'end' : this.refuse(malformed);
  }

  #begin(head?: Head): Exchange {
    this.#exchange = new Exchange(this.#context, this.#output, head);
    return this.#exchange;
  }

  #receive(head: Head): Step | Promise<Step> {
    const { framing } = head;
    const exchange = this.#begin(head);
    this.#requestCount++;
    if (framing instanceof Refusal) return this.refuse(framing);
    this.#isLast = framing.isLast || this.#requestCount >= this.#context.maxRequests;
    const reply = exchange.ask(head);
    return reply ? this.#reply(exchange, reply) : 'again';
  }

  #readBody(exchange: Exchange, answer: PendingBody): Step | Promise<Step> {
    const bytes = this.#reader.nextBody();
    if (bytes === undefined) return this.#wait();
    return bytes instanceof Refusal
      ? this.refuse(bytes)
      : this.#reply(exchange, exchange.complete(answer, bytes));
  }

  #reply(exchange: Exchange, reply: FinalReply | Promise<FinalReply>): Step | Promise<Step> {
    const isHeld = reply instanceof Promise || this.#context.shutdown.hasBegun;
    return isHeld ? this.#replyLater(exchange, reply) : this.#finish(exchange, reply, this.#endsHere());
  }

  async #replyLater(exchange: Exchange, pending: FinalReply | Promise<FinalReply>): Promise<Step> {
    const reply = await pending;
    await this.#context.shutdown.hold();
    return this.#finish(exchange, reply, this.#endsHere());
  }

  /** Whether nothing is read behind the request that is being answered. */
  #endsHere(): boolean {
    if (this.#isLast || this.#reader.mustClose) return true;
    this.#reader.skip();
    return this.#reader.isEmpty && (this.#hasInputEnded || this.#context.shutdown.hasBegun);
  }

  #finish(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    const isLast = exchange.give(reply, endsHere);
    this.#exchange = undefined;
    this.replyCount++;
    if (exchange.isHead || !isStreamed(reply.body)) return isLast ? 'end' : 'again';
    this.#stream = new ReplyStream(reply.body, isLast);
    return 'again';
  }

  /** Sends one piece more. The connection asks for the next when the client has read enough. */
  #streamOn(stream: ReplyStream): Step {
    const step = stream.next(this.#output);
    if (step === 'more') return 'again';
    this.#stream = undefined;
    return step;
  }
}
