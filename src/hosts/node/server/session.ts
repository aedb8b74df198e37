import { Refusal } from '../../../contract/outcome.ts';
import {
  type Content,
  CutContent,
  discard,
  iteratorOf,
  type Piece,
  piecesOf,
  StreamedContent,
  type WholeContent,
} from '../../../http/content.ts';
import { replyTo } from '../../../http/reply.ts';
import type { Client, FinalReply, PendingBody, PendingReply, RequestHead } from '../../../http/types.ts';
import { after, defined, isPromise } from '../../../text/guards.ts';
import type { ReplyListener, ServerContext, Step } from './context.ts';
import type { Head } from './head.ts';
import { malformed } from './header-fields.ts';
import type { Input } from './input.ts';
import { CLOSE_HEADER, CONTINUE_RESPONSE, type Output } from './output.ts';
import { Reader } from './reader.ts';

/** The bytes of a body, or the characters of a target, that may take long to answer. */
const LONG = 4096;

/** The length of pieces in bytes, or in characters of a text. A longer body is sent in pieces. */
const PIECE_LENGTH = 64 * 1024;

const LAST_CHUNK = '0\r\n\r\n';

/** Writes the replies of a connection, in the order of their requests. */
class ReplyWriter {
  /** The number of replies so far. */
  count = 0;
  readonly #output: Output;
  #stream: ReplyStream | undefined;
  #isAbandoned = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** True while part of a reply is still to be sent. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** True while part of a reply is there to be sent, rather than still being made. */
  get isAhead(): boolean {
    return this.#stream?.isAwaited === false;
  }

  /** The whole of a long reply of which part is still to be sent, unless it is made while it is sent. */
  get content(): WholeContent | undefined {
    return this.#stream?.content;
  }

  /** Writes the reply to a request, or the beginning of it. */
  give(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    const { body } = reply;
    const follows = !exchange.isHead && isStreamed(body);
    const isLast = exchange.give(reply, endsHere, !exchange.isHead && !follows);
    this.count++;
    if (exchange.isHead || this.#isAbandoned) discard(body);
    if (!follows) return isLast ? 'end' : 'again';
    this.#stream = new ReplyStream(body, isLast, exchange.takesChunks);
    return 'again';
  }

  /** Adds the next piece of a long reply. The connection calls this when the client has read enough. */
  next(): Step | Promise<Step> {
    const stream = defined(this.#stream);
    const made = stream.next(this.#output);
    return isPromise(made) ? made.then((step) => this.#follow(stream, step)) : this.#follow(stream, made);
  }

  #follow(stream: ReplyStream, step: Progress): Step | Promise<Step> {
    // Even a short piece may take long to make, so others get their turn after each.
    if (step === 'more') return stream.isMade ? 'later' : 'again';
    this.#stream = undefined;
    return step;
  }

  /** Stops making a reply, because its client has disconnected. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#stream?.abandon();
    this.#stream = undefined;
  }
}

/** What comes after a piece of a reply: more of it, another reply or the end of the connection. */
type Progress = 'more' | 'again' | 'end';

/** Checks for a body that is sent in pieces: one that is made meanwhile, or a long one. */
function isStreamed(body: Content): boolean {
  if (typeof body === 'string') return body.length > PIECE_LENGTH;
  if (body instanceof StreamedContent) return true;
  return piecesOf(body).reduce((length, piece) => length + piece.length, 0) > PIECE_LENGTH;
}

/**
 * A body that is being sent. A long one is not written at once: encryption would copy all of it, and it would be unknown how much
 * the client has read.
 */
class ReplyStream {
  /** All of it, unless it is made while it is sent. */
  readonly content: WholeContent | undefined;
  /** True while its next piece is being made. */
  isAwaited = false;
  readonly #pieces: Iterator<Piece> | AsyncIterator<Piece>;
  readonly #isLast: boolean;
  readonly #isChunked: boolean;
  /** True if it breaks off, and the connection with it. */
  readonly #isCut: boolean;

  constructor(body: Content, isLast: boolean, takesChunks: boolean) {
    this.content = body instanceof StreamedContent ? undefined : body;
    this.#pieces = body instanceof StreamedContent ? iteratorOf(body) : slices(body)[Symbol.iterator]();
    this.#isLast = isLast;
    this.#isCut = body instanceof CutContent;
    const isSized = body instanceof StreamedContent && body.size !== undefined;
    this.#isChunked = this.isMade && !isSized && takesChunks;
  }

  /** True if it is made while it is sent. */
  get isMade(): boolean {
    return this.content === undefined;
  }

  /** Adds the next piece, or the end. Returns what happens next on the connection. */
  next(output: Output): Progress | Promise<Progress> {
    const made = this.#pieces.next();
    this.isAwaited = isPromise(made);
    return after(made, (result) => this.#add(result, output));
  }

  #add({ done, value }: IteratorResult<Piece>, output: Output): Progress {
    this.isAwaited = false;
    if (!done) {
      output.addPiece(value, this.#isChunked);
      return 'more';
    }
    if (this.#isCut) return 'end';
    if (this.#isChunked) output.add(LAST_CHUNK);
    return this.#isLast ? 'end' : 'again';
  }

  /** Stops making it, because the client has disconnected. */
  abandon(): void {
    this.#pieces.return?.();
  }
}

/** Cuts content into pieces. Those of a text are encoded when they are sent: to encode a long one takes long. */
function* slices(body: WholeContent): Iterable<Piece> {
  for (const whole of piecesOf(body)) {
    let end = 0;
    for (let at = 0; at < whole.length; at = end) {
      end = at + PIECE_LENGTH;
      // Both halves of a character are in one piece.
      if (typeof whole === 'string' && isHighSurrogate(whole.charCodeAt(end - 1))) end--;
      yield typeof whole === 'string' ? Buffer.from(whole.slice(at, end)) : whole.subarray(at, end);
    }
  }
}

/** Tells whether a code is the first half of a character that has two. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** A request, even a malformed one, and the single reply to it. */
class Exchange {
  readonly #context: ServerContext;
  readonly #output: Output;
  readonly #head: Head | undefined;
  readonly #onReply: ReplyListener | undefined;
  /** True if the client wants the reply without its body. */
  readonly isHead: boolean;
  /** True if the client takes a body in chunks. */
  readonly takesChunks: boolean;
  /** True while the client waits for a 100 before it sends the body. */
  #awaitsContinue: boolean;
  #pending: Pick<PendingReply, 'abort'> | undefined;
  /** The bytes of the body so far. */
  #received = 0;
  /** The answer that waits for the body. */
  body: PendingBody | undefined;

  constructor(context: ServerContext, output: Output, head?: Head) {
    this.#context = context;
    this.#output = output;
    this.#head = head;
    this.isHead = head?.method === 'HEAD';
    this.takesChunks = head?.takesChunks ?? false;
    this.#onReply = context.observer?.(head);
    this.#awaitsContinue = head?.awaitsContinue ?? false;
  }

  /** Passes the request to the app. The outcome is undefined if the app needs the body too. */
  ask(head: Head): FinalReply | Promise<FinalReply | undefined> | undefined {
    const answer = this.#context.app.receive(head);
    if (answer.kind === 'body') return this.#await(answer);
    if (answer.kind !== 'deferred') return this.#replyOf(answer);
    this.#pending = answer;
    return answer.answer.then((made) => (made.kind === 'body' ? this.#await(made) : made));
  }

  /** Waits for the body. */
  #await(answer: PendingBody): undefined {
    this.body = answer;
    if (this.#awaitsContinue) this.#continue();
    return undefined;
  }

  /** Passes the body to the app that waits for it. */
  complete(answer: PendingBody, bytes: Uint8Array): FinalReply | Promise<FinalReply> {
    this.body = undefined;
    this.#received = bytes.length;
    return this.#replyOf(answer.complete(bytes));
  }

  /** Tells the maker of the reply that the client has disconnected, or sends no more. */
  abort(): void {
    this.#pending?.abort();
  }

  /** Cancels the request of a client that has disconnected. Only observers get a reply. */
  breakOff(): void {
    if (this.body) after(this.brokenOff(this.body), (reply) => this.#onReply?.(reply, this.#received));
    this.body = undefined;
    this.abort();
  }

  /** Makes the reply to a body that ended too soon. */
  brokenOff(body: PendingBody): FinalReply | Promise<FinalReply> {
    return this.#replyOf(body.brokenOff());
  }

  /** Makes the reply to a body that has more bytes than it may. */
  overflow(body: PendingBody): FinalReply | Promise<FinalReply> {
    this.body = undefined;
    return this.#replyOf(body.overflow());
  }

  /** Makes the reply to a refusal by the server. If the head is incomplete, it uses as much as is known. */
  refusalOf(refusal: Refusal, known?: Partial<RequestHead>): FinalReply | Promise<FinalReply> {
    const reply = this.#context.app.finish(replyTo(refusal), this.#head ?? known);
    const refused = this.body?.refused;
    this.body = undefined;
    return refused ? this.#replyOf(refused(reply)) : reply;
  }

  /**
   * Writes the reply, with its body unless that follows, and returns true if it is the last on the connection. A client that
   * still waits for a 100 may or may not send its body, so nothing can be read after its request. Some clients expect the 100
   * even then.
   */
  give(reply: FinalReply, endsHere: boolean, hasBody: boolean): boolean {
    const needsEnd = !this.takesChunks && reply.body instanceof StreamedContent;
    const isLast = endsHere || needsEnd || this.#awaitsContinue;
    const connection = isLast ? CLOSE_HEADER : this.#context.keepAliveHeaders;
    this.#onReply?.(reply, this.#received);
    if (this.#awaitsContinue) this.#continue();
    this.#output.addReply(reply, connection, hasBody, this.takesChunks);
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
  /** Work that waits until it is its turn. */
  #held: (() => Step | Promise<Step>) | undefined;

  constructor(context: ServerContext, input: Input, output: Output, client?: Client) {
    this.#context = context;
    this.#output = output;
    this.#reader = new Reader(input, context.app.limits, { isSecure: context.isSecure, client });
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
    if (this.#exchange) this.#context.longBodies.delete(this.#exchange);
    this.#exchange?.breakOff();
    this.replies.abandon();
  }

  /** Takes the next step, if enough has arrived for it. */
  next(): Step | Promise<Step> {
    if (this.replies.isStreaming) return this.replies.next();
    if (this.#held) return this.#inTurn(this.#held);
    if (this.#exchange?.body) return this.#readBody(this.#exchange, this.#exchange.body);
    const head = this.#reader.nextHead();
    if (head instanceof Refusal) return this.refuse(head);
    return head ? this.#begin(head) : this.#wait();
  }

  /** True while the client has yet to send the rest of a body that takes room for which others wait. */
  get isInTheWay(): boolean {
    const exchange = this.#exchange;
    return exchange?.body !== undefined && this.#context.longBodies.isInTheWay(exchange);
  }

  /** Refuses the current request. Nothing after it is read. */
  refuse(refusal: Refusal): Step | Promise<Step> {
    const exchange = this.#exchange ?? new Exchange(this.#context, this.#output);
    const reply = exchange.refusalOf(refusal, this.#reader.known);
    return after(reply, (made) => this.#finish(exchange, made, true));
  }

  /** Waits for more, unless no more will come. */
  #wait(): Step | Promise<Step> {
    if (!this.#hasInputEnded) return 'more';
    const exchange = this.#exchange;
    if (exchange?.body)
      return after(exchange.brokenOff(exchange.body), (reply) => this.#finish(exchange, reply, true));
    return this.#reader.isEmpty || this.#reader.isInBody ? 'end' : this.refuse(malformed);
  }

  #begin(head: Head): Step | Promise<Step> {
    const { framing } = head;
    const exchange = new Exchange(this.#context, this.#output, head);
    this.#exchange = exchange;
    this.#requestCount++;
    if (framing instanceof Refusal) return this.refuse(framing);
    this.#isLast = framing.isLast || this.#requestCount >= this.#context.maxRequests;
    return head.target.length > LONG
      ? this.#inTurn(() => this.#ask(exchange, head))
      : this.#ask(exchange, head);
  }

  #ask(exchange: Exchange, head: Head): Step | Promise<Step> {
    const reply = exchange.ask(head);
    return reply ? this.#reply(exchange, reply) : 'again';
  }

  #readBody(exchange: Exchange, answer: PendingBody): Step | Promise<Step> {
    const bytes = this.#reader.nextBody(answer.limit);
    if (bytes === undefined) return this.#receive(exchange, answer);
    if (bytes === 'overflow')
      return after(exchange.overflow(answer), (reply) => this.#finish(exchange, reply, true));
    if (bytes instanceof Refusal) return this.refuse(bytes);
    return bytes.length > LONG
      ? this.#inTurn(() => this.#complete(exchange, answer, bytes))
      : this.#complete(exchange, answer, bytes);
  }

  /** Waits for more of a body, and for room for it if it is long. */
  #receive(exchange: Exchange, { limit }: PendingBody): Step | Promise<Step> {
    const { longBodies } = this.#context;
    const room = longBodies.receive(exchange, this.#reader.received, this.#reader.lengthWithin(limit));
    return room ? room.then(() => 'again') : this.#wait();
  }

  #complete(exchange: Exchange, answer: PendingBody, bytes: Uint8Array): Step | Promise<Step> {
    return this.#reply(exchange, exchange.complete(answer, bytes));
  }

  /** Does what may take long, now or, if others have taken long before, in a later turn. */
  #inTurn(work: () => Step | Promise<Step>): Step | Promise<Step> {
    const { turns } = this.#context;
    this.#held = turns.areTaken ? work : undefined;
    return this.#held ? 'later' : turns.take(work);
  }

  /** Replies as soon as the reply is made and, while the server stops, released. */
  #reply(exchange: Exchange, reply: FinalReply | Promise<FinalReply | undefined>): Step | Promise<Step> {
    const { shutdown } = this.#context;
    return reply instanceof Promise || shutdown.hasBegun
      ? shutdown.holdBack(reply).then((settled) => this.#proceed(exchange, settled))
      : this.#finish(exchange, reply, this.#endsHere());
  }

  /** Replies or, if there is no reply yet, reads the body. */
  #proceed(exchange: Exchange, reply: FinalReply | undefined): Step {
    return reply ? this.#finish(exchange, reply, this.#endsHere()) : 'again';
  }

  /** Checks that nothing after the current request is read. */
  #endsHere(): boolean {
    if (this.#isLast || this.#reader.mustClose) return true;
    this.#reader.skip();
    return this.#reader.isEmpty && (this.#hasInputEnded || this.#context.shutdown.hasBegun);
  }

  #finish(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    this.#exchange = undefined;
    this.#context.longBodies.delete(exchange);
    return this.replies.give(exchange, reply, endsHere);
  }
}
