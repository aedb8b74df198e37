import type { Socket } from 'node:net';
import { tooSlow } from '../../http/refusals.ts';
import { Conversation, type Line, type Terms } from './session.ts';
import { Output } from './output.ts';
import { type Allowances, type Doing, Timing } from './deadline.ts';

/**
 * A connection, and how far it is: open, held while a reply is being made or the client does not read, or ended on our
 * side. Requests are read only while it is open.
 */
export class Connection implements Line {
  readonly output: Output;
  isEndedByClient = false;
  readonly #socket: Socket;
  readonly #conversation: Conversation;
  readonly #timing: Timing;
  #state: 'open' | 'held' | 'ended' = 'open';

  constructor(socket: Socket, terms: Terms, allowances: Allowances) {
    this.#socket = socket;
    this.output = new Output(socket);
    this.#conversation = new Conversation(terms, this);
    this.#timing = new Timing(allowances);
    this.#expect('head');
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('end', () => this.#takeEnd());
    socket.on('close', () => this.#breakOff());
    // Whatever went wrong, the connection is closed, and that is all that can be done.
    socket.on('error', () => {});
  }

  /** Whether nothing is asked, and all that was asked has been answered. */
  get isQuiet(): boolean {
    if (this.#state === 'ended') return this.#socket.writableFinished;
    return this.#state === 'open' && this.#conversation.isQuiet;
  }

  /** When the client will have taken too long. */
  get deadline(): number {
    return this.#timing.deadline;
  }

  /** Ends the connection if its client has taken too long: with a word, if it is asking something. */
  endIfLate(): void {
    if (this.deadline > performance.now()) return;
    if (this.#state === 'open' && this.#conversation.isAsked) this.#conversation.refuse(tooSlow);
    else this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  holdFor<T>(later: Promise<T>, act: (value: T) => void): void {
    this.#hold('waiting');
    later.then((value) => {
      act(value);
      this.#goOnSoon();
    });
  }

  /**
   * Ends our side. A connection that is closed while its client is still sending is reset, and the client may never see
   * the reply; so what still comes is discarded for a while (RFC 9112, 9.6).
   */
  end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.output.send();
    this.#expect('reading');
    this.#socket.once('finish', () => this.#expect('ending'));
    this.#socket.end().resume();
  }

  #take(chunk: Buffer): void {
    if (this.#state === 'ended') return;
    this.#conversation.reader.add(chunk);
    if (this.#state === 'open') this.#advance();
    else this.#socket.pause();
  }

  #takeEnd(): void {
    this.isEndedByClient = true;
    if (this.#state === 'open') this.#advance();
  }

  #breakOff(): void {
    this.#state = 'ended';
    this.#conversation.breakOff();
  }

  /** Answers whatever has come. */
  #advance(): void {
    while (this.#state === 'open' && this.#conversation.readOn()) if (this.output.isEnough) this.#send();
    this.#send();
    if (this.#state !== 'open') return;
    if (this.isEndedByClient) this.#conversation.conclude();
    else this.#wait();
  }

  /**
   * A client that does not read is not answered further, so that no replies pile up; where it has had enough for once,
   * others come first.
   */
  #send(): void {
    const { isEnough } = this.output;
    const isRead = this.output.send();
    if (this.#state !== 'open' || (isRead && !isEnough)) return;
    this.#hold('reading');
    if (isRead) this.#goOnSoon();
    else this.#socket.once('drain', () => this.#goOnSoon());
  }

  #hold(doing: Doing): void {
    this.#state = 'held';
    this.#expect(doing);
  }

  #goOnSoon(): void {
    setImmediate(() => this.#goOn());
  }

  /** What has been waited for goes out before more is read. */
  #goOn(): void {
    if (this.#state !== 'held') return;
    this.#state = 'open';
    this.#send();
    this.#advance();
  }

  /** Whoever sends ahead is read from again only now that all of it has been answered, so that no requests pile up. */
  #wait(): void {
    this.#conversation.reader.settle();
    this.#socket.resume();
    this.#expect(this.#conversation.awaits);
  }

  #expect(doing: Doing): void {
    this.#timing.expect(doing, this.#conversation.turn);
  }
}
