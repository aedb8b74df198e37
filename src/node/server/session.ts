import { Refusal } from '../../contract/refusal.ts';
import type { App, AwaitBody, NamedReply } from '../../http/types.ts';
import { type Reply, replyTo } from '../../http/reply.ts';
import type { RequestHead } from '../../http/request.ts';
import { malformed } from './grammar.ts';
import type { Head } from './head.ts';
import type { Output } from './output.ts';
import { Reader } from './reader.ts';
import type { Replied, Watch } from './observer.ts';
import { close, goOn } from './wire.ts';

/** Gives the reply to a request that it knows. It never fails. */
export type Aside = (head: RequestHead) => Promise<Reply> | undefined;

/** What holds for every conversation with a server. */
export interface Terms {
  readonly app: App;
  /** The most requests on one connection. */
  readonly mostRequests: number;
  /** What the head of a reply says where the connection goes on. */
  readonly kept: string;
  readonly aside: Aside | undefined;
  readonly watch: Watch | undefined;
  readonly isStopping: () => boolean;
}

/** The connection that a conversation is held on, as far as that matters to it. */
export interface Line {
  readonly output: Output;
  /** Whether the client will send no more than it has. */
  readonly isEndedByClient: boolean;
  /** Lets nothing more be read until the reply is there, which `act` is then given. */
  holdFor<T>(later: Promise<T>, act: (value: T) => void): void;
  /** Ends our side, behind what has been put into the output. */
  end(): void;
}

/** The requests of one connection and the replies to them, one at a time and so in their order. */
export class Conversation {
  readonly reader: Reader;
  /** How many replies have been given. */
  turn = 0;
  readonly #terms: Terms;
  readonly #line: Line;
  #requests = 0;
  /** The request that is being answered, and who is told of the reply. */
  #head: Head | undefined;
  #replied: Replied | undefined;
  #isLast = false;
  /** What waits for the body of the request. */
  #answer: AwaitBody | undefined;

  constructor(terms: Terms, line: Line) {
    this.#terms = terms;
    this.#line = line;
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
    const { app, watch } = this.#terms;
    if (!this.#head) this.#replied = watch?.(undefined);
    this.#finish(app.finish(replyTo(refusal), this.#head?.header), true);
  }

  /** Answers a client that will send no more. */
  conclude(): void {
    if (this.#answer) this.#finish(this.#answer.brokenOff(), true);
    else if (this.reader.isEmpty || this.reader.isSkipping) this.#line.end();
    else this.refuse(malformed);
  }

  /** The client has gone. Nobody can tell it, but whoever watches is told. */
  breakOff(): void {
    if (this.#answer) this.#replied?.(this.#answer.brokenOff());
    this.#answer = undefined;
  }

  #readHead(): boolean {
    const head = this.reader.readHead();
    if (head instanceof Refusal) this.refuse(head);
    else if (head) this.#receive(head);
    return head !== undefined;
  }

  #readBody(answer: AwaitBody): boolean {
    const body = this.reader.readBody();
    if (body === undefined) return false;
    this.#answer = undefined;
    if (body instanceof Refusal) this.refuse(body);
    else this.#reply(answer.complete(body));
    return true;
  }

  /** Puts a request to the service, which may want its body as well. */
  #receive(head: Head): void {
    const { app, aside, watch, mostRequests } = this.#terms;
    const { framing } = head;
    this.#requests++;
    this.#head = head;
    this.#replied = watch?.(head);
    if (framing instanceof Refusal) {
      this.refuse(framing);
      return;
    }
    this.#isLast = framing.isLast || this.#requests >= mostRequests;
    const known = aside?.(head);
    if (known) {
      this.#replyLater(known.then((reply) => app.finish(reply, head.header)));
      return;
    }
    const answer = app.receive(head);
    if ('complete' in answer) {
      this.#answer = answer;
      if (framing.awaitsContinue) this.#line.output.add(goOn);
    } else this.#reply(answer);
  }

  /** While the service stops, one more round of the event loop shows whether the client has asked for more already. */
  #reply(reply: NamedReply): void {
    if (!this.#terms.isStopping()) this.#finish(reply, this.#endsHere());
    else this.#replyLater(nextRound().then(() => reply));
  }

  #replyLater(later: Promise<NamedReply>): void {
    this.#line.holdFor(later, (reply) => this.#finish(reply, this.#endsHere()));
  }

  /** Whether nothing is read behind the request that is being answered. */
  #endsHere(): boolean {
    if (this.#isLast || this.reader.isAdrift) return true;
    this.reader.skip();
    return this.reader.isEmpty && (this.#line.isEndedByClient || this.#terms.isStopping());
  }

  /** Gives the one reply to a request. */
  #finish(reply: NamedReply, isLast: boolean): void {
    this.#replied?.(reply);
    this.#line.output.addReply(reply, isLast ? close : this.#terms.kept, this.#head?.method !== 'HEAD');
    this.#head = undefined;
    this.#replied = undefined;
    this.#answer = undefined;
    this.turn++;
    if (isLast) this.#line.end();
  }
}

/** Waits until everything has been read that has come by now: what is done immediately is done before that. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
