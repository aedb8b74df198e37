import { Refusal } from '../../../contract/outcome.ts';
import type { FinalReply, PendingBody } from '../../../http/types.ts';
import type { ServerContext } from './context.ts';
import { Exchange } from './exchange.ts';
import { malformed } from './grammar.ts';
import type { Head } from './head.ts';
import type { Input } from './input.ts';
import type { Output } from './output.ts';
import { Reader } from './reader.ts';
import { ReplyWriter } from './reply-writer.ts';
import type { Step } from './step.ts';

/** The requests of a connection and their replies, one at a time, and so in order. */
export class HttpSession {
  readonly replies: ReplyWriter;
  readonly #context: ServerContext;
  readonly #reader: Reader;
  readonly #output: Output;
  #requestCount = 0;
  #hasInputEnded = false;
  #isLast = false;
  #exchange: Exchange | undefined;

  constructor(context: ServerContext, input: Input, output: Output) {
    this.#context = context;
    this.#output = output;
    this.#reader = new Reader(input, context.app.limits, context.isSecure);
    this.replies = new ReplyWriter(output);
  }

  /** The next thing that the client has to send. */
  get awaits(): 'nothing' | 'head' | 'body' {
    if (this.#reader.isInBody) return 'body';
    return this.#reader.isEmpty && this.#requestCount > 0 ? 'nothing' : 'head';
  }

  /** True while the client has yet to complete a request, or to send its first one. */
  get isAsked(): boolean {
    return this.awaits === 'body' ? this.#exchange?.body !== undefined : this.awaits === 'head';
  }

  /** True if nothing has arrived that has to be answered or skipped. */
  get isQuiet(): boolean {
    return this.#reader.isEmpty && this.awaits !== 'body';
  }

  /** Notes that the client sends no more. */
  endInput(): void {
    this.#hasInputEnded = true;
    this.#exchange?.abort();
  }

  /** Notes that the client has disconnected. */
  breakOff(): void {
    this.#exchange?.breakOff();
    this.replies.abandon();
  }

  /** Takes the next step, if enough has arrived for it. */
  next(): Step | Promise<Step> {
    if (this.replies.isStreaming) return this.replies.next();
    if (this.#exchange?.body) return this.#readBody(this.#exchange, this.#exchange.body);
    const head = this.#reader.nextHead();
    if (head instanceof Refusal) return this.refuse(head);
    return head ? this.#receive(head) : this.#wait();
  }

  /** Refuses the current request. Nothing after it is read. */
  refuse(refusal: Refusal): Step {
    const exchange = this.#exchange ?? new Exchange(this.#context, this.#output);
    return this.#finish(exchange, exchange.refusalOf(refusal, this.#reader.known), true);
  }

  /** Waits for more, unless no more will come. */
  #wait(): Step {
    if (!this.#hasInputEnded) return 'more';
    const exchange = this.#exchange;
    if (exchange?.body) return this.#finish(exchange, exchange.body.brokenOff(), true);
    return this.#reader.isEmpty || this.#reader.isInBody ? 'end' : this.refuse(malformed);
  }

  #receive(head: Head): Step | Promise<Step> {
    const { framing } = head;
    const exchange = new Exchange(this.#context, this.#output, head);
    this.#exchange = exchange;
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

  /** Replies as soon as the reply is made and, while the server stops, released. */
  #reply(exchange: Exchange, reply: FinalReply | Promise<FinalReply>): Step | Promise<Step> {
    const { shutdown } = this.#context;
    return reply instanceof Promise || shutdown.hasBegun
      ? shutdown.holdBack(reply).then((settled) => this.#finish(exchange, settled, this.#endsHere()))
      : this.#finish(exchange, reply, this.#endsHere());
  }

  /** Checks that nothing after the current request is read. */
  #endsHere(): boolean {
    if (this.#isLast || this.#reader.mustClose) return true;
    this.#reader.skip();
    return this.#reader.isEmpty && (this.#hasInputEnded || this.#context.shutdown.hasBegun);
  }

  #finish(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    this.#exchange = undefined;
    return this.replies.give(exchange, reply, endsHere);
  }
}
