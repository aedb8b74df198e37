import type { Around, PassedReply } from '../contract/outcome.ts';
import { attempt, Refusal, thrownRefusal } from '../contract/outcome.ts';
import { isOfHost } from '../text/strings.ts';
import { discard } from './content.ts';
import { idLine, pairsOf } from './reply.ts';
import { type RequestServices, RequestView } from './request.ts';
import { handlerTooSlow } from './statuses.ts';
import type { Answer, Deferred, FinalReply, PendingBody, PendingReply, RequestHead } from './types.ts';

/** The app inside the function that runs around every request. */
export interface Inside {
  receive(head: RequestHead, id: string): Answer;
  refuse(refusal: Refusal, id: string, head: RequestHead): FinalReply;
  fail(bug: unknown, id: string, head: RequestHead): FinalReply;
  readonly services: RequestServices;
  /** The time that `around` may take beside `next`, in milliseconds. */
  readonly timeout: number;
}

/** Answers a request by `around`, which decides if the app inside gets it. */
export function answerAround(around: Around, inside: Inside, head: RequestHead, id: string): Deferred {
  const passage = new Passage(inside, head, id);
  passage.run(around);
  return { kind: 'deferred', answer: passage.first, abort: () => passage.abort() };
}

/** A value that is not there yet. */
class Later<Value> {
  resolve!: (value: Value) => void;
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = resolve;
  });
}

/** The way of one request through `around`. */
class Passage {
  readonly #inside: Inside;
  readonly #head: RequestHead;
  readonly #id: string;
  /** What the host gets first: the reply, or the question for the body. */
  readonly #first = new Later<FinalReply | PendingBody>();
  readonly #final = new Later<FinalReply>();
  readonly #passed = new Later<Passed>();
  #pending: Pick<PendingReply, 'abort'> | undefined;
  #reply: FinalReply | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNextCalled = false;
  #isAborted = false;

  constructor(inside: Inside, head: RequestHead, id: string) {
    this.#inside = inside;
    this.#head = head;
    this.#id = id;
  }

  get first(): Promise<FinalReply | PendingBody> {
    return this.#first.promise;
  }

  async run(around: Around): Promise<void> {
    const { services, refuse } = this.#inside;
    this.#startTimer();
    try {
      const request = new RequestView(this.#head, this.#id, services);
      const outcome = await this.#outcomeOf(around, request);
      this.#conclude(outcome instanceof Refusal ? refuse(outcome, this.#id, this.#head) : outcome);
    } catch (bug) {
      this.#conclude(this.#inside.fail(bug, this.#id, this.#head));
    }
  }

  async #outcomeOf(around: Around, request: RequestView): Promise<FinalReply | Refusal> {
    const outcome = await Promise.resolve(attempt(around, request, () => this.#next())).catch(thrownRefusal);
    if (outcome instanceof Refusal) return outcome;
    if (outcome instanceof Passed) return outcome.final;
    throw new TypeError('around must return what next() resolves to, or refuse(status, detail)');
  }

  abort(): void {
    this.#isAborted = true;
    this.#pending?.abort();
  }

  #next(): Promise<PassedReply> {
    if (this.#isNextCalled) throw new TypeError('around called next() twice');
    this.#isNextCalled = true;
    clearTimeout(this.#timer);
    const answer = this.#inside.receive(this.#head, this.#id);
    if (answer.kind === 'body') this.#first.resolve(this.#bodyOf(answer));
    else this.#pass(answer);
    return this.#passed.promise;
  }

  /** Asks the host for the body, and gives it to the app inside. */
  #bodyOf(answer: PendingBody): PendingBody {
    const pass = (given: FinalReply | PendingReply) => this.#pass(given);
    return {
      kind: 'body',
      limit: answer.limit,
      complete: (body) => pass(answer.complete(body)),
      overflow: () => pass(answer.overflow()),
      brokenOff: () => pass(answer.brokenOff()),
      refused: pass,
    };
  }

  /** Gives the reply of the app inside to `around` as soon as it is there. Returns what the host waits for. */
  #pass(answer: FinalReply | PendingReply): PendingReply {
    if (answer.kind === 'reply') this.#passOn(answer);
    else {
      this.#pending = answer;
      if (this.#isAborted) answer.abort();
      answer.reply.then((reply) => this.#passOn(reply));
    }
    return { kind: 'pending', reply: this.#final.promise, abort: () => this.abort() };
  }

  #passOn(reply: FinalReply): void {
    this.#reply = reply;
    this.#startTimer();
    this.#passed.resolve(new Passed(reply));
  }

  #startTimer(): void {
    const { timeout, refuse } = this.#inside;
    this.#timer = setTimeout(() => this.#conclude(refuse(handlerTooSlow, this.#id, this.#head)), timeout);
  }

  #conclude(reply: FinalReply): void {
    clearTimeout(this.#timer);
    if (this.#reply && this.#reply.body !== reply.body) discard(this.#reply.body);
    this.#final.resolve(reply);
    this.#first.resolve(reply);
  }
}

/** A reply on its way out. */
class Passed implements PassedReply {
  readonly #reply: FinalReply;
  #headers: Headers | undefined;

  constructor(reply: FinalReply) {
    this.#reply = reply;
  }

  /** The status. It can't be set: the endpoint has declared it. */
  get status(): number {
    return this.#reply.status;
  }

  /** The headers, except for the id, which every reply keeps. */
  get headers(): Headers {
    this.#headers ??= new Headers(this.#pairs.map(([name, value]): [string, string] => [name, value]));
    return this.#headers;
  }

  get #pairs(): ReturnType<typeof pairsOf> {
    return pairsOf(this.#reply.headers.slice(0, -idLine(this.#reply.id).length));
  }

  /** The reply with the headers that it has by now. */
  get final(): FinalReply {
    if (!this.#headers) return this.#reply;
    const written = new Map(this.#pairs.map(([name]) => [name.toLowerCase(), name]));
    let lines = '';
    for (const [name, value] of this.#headers) {
      if (name === ID) continue;
      if (isOfHost(name) && name !== TYPE) throw new TypeError(`a reply can't have the header ${name}`);
      lines += `${written.get(name) ?? name}: ${value}\r\n`;
    }
    return { ...this.#reply, headers: lines + idLine(this.#reply.id) };
  }
}

const ID = 'x-request-id';
const TYPE = 'content-type';
