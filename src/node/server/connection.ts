import type { Socket } from 'node:net';
import { tooSlow } from '../../http/refusals.ts';
import { Deadline, type Phase, type PhaseTimeouts } from './deadline.ts';
import { Output } from './output.ts';
import { HttpSession, type ServerContext, type Transport } from './session.ts';

/**
 * A connection, and how far it is: open, held while a reply is being made or the client does not read, or ended on our
 * side. Requests are read only while it is open.
 */
export class Connection implements Transport {
  readonly output: Output;
  isEndedByClient = false;
  readonly #socket: Socket;
  readonly #session: HttpSession;
  readonly #timing: Deadline;
  #state: 'open' | 'held' | 'ended' = 'open';

  constructor(socket: Socket, terms: ServerContext, allowances: PhaseTimeouts) {
    this.#socket = socket;
    this.output = new Output(socket);
    this.#session = new HttpSession(terms, this);
    this.#timing = new Deadline(allowances);
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
    return this.#state === 'open' && this.#session.isQuiet;
  }

  /** When the client will have taken too long. */
  get deadline(): number {
    return this.#timing.at;
  }

  /** Ends the connection if its client has taken too long: with a word, if it is asking something. */
  endIfLate(): void {
    if (this.deadline > performance.now()) return;
    if (this.#state === 'open' && this.#session.isAsked) this.#session.refuse(tooSlow);
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
    this.#session.reader.add(chunk);
    if (this.#state === 'open') this.#advance();
    else this.#socket.pause();
  }

  #takeEnd(): void {
    this.isEndedByClient = true;
    this.#session.abort();
    if (this.#state === 'open') this.#advance();
  }

  #breakOff(): void {
    this.#state = 'ended';
    this.#session.breakOff();
  }

  /** Answers whatever has come. */
  #advance(): void {
    while (this.#state === 'open' && this.#session.readOn()) if (this.output.isFull) this.#send();
    this.#send();
    if (this.#state !== 'open') return;
    if (this.isEndedByClient) this.#session.conclude();
    else this.#wait();
  }

  /**
   * A client that does not read is not answered further, so that no replies pile up; where it has had enough for once,
   * others come first.
   */
  #send(): void {
    const { isFull } = this.output;
    const isRead = this.output.send();
    if (this.#state !== 'open' || (isRead && !isFull)) return;
    this.#hold('reading');
    if (isRead) this.#goOnSoon();
    else this.#socket.once('drain', () => this.#goOnSoon());
  }

  #hold(doing: Phase): void {
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
    this.#session.reader.compact();
    this.#socket.resume();
    this.#expect(this.#session.awaits);
  }

  #expect(doing: Phase): void {
    this.#timing.expect(doing, this.#session.replyCount);
  }
}
