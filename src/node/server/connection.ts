import type { Socket } from 'node:net';
import { tooSlow } from '../../http/refusals.ts';
import type { ServerContext } from './context.ts';
import { Deadline } from './deadline.ts';
import { type BugListener, endWith, guarded } from './guard.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';
import { HttpSession } from './session.ts';
import { nextTurn, type Step } from './step.ts';

/**
 * A connection, and how far it is: open, held while a reply is being made or the client does not read, or ended on our
 * side. Requests are read only while it is open.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onBug: BugListener;
  readonly #input = new Input();
  readonly #output: Output;
  readonly #session: HttpSession;
  readonly #deadline: Deadline;
  #state: 'open' | 'held' | 'ended' = 'open';

  constructor(socket: Socket, context: ServerContext) {
    this.#socket = socket;
    this.#onBug = context.onBug;
    this.#output = new Output(socket);
    this.#session = new HttpSession(context, this.#input, this.#output);
    this.#deadline = new Deadline(socket, context.timeouts, this.#session.replies);
    this.#deadline.expect('head');
    socket.on(
      'data',
      guarded(socket, this.#onBug, (chunk: Buffer) => this.#take(chunk)),
    );
    socket.on(
      'end',
      guarded(socket, this.#onBug, () => this.#takeEnd()),
    );
    socket.on(
      'close',
      guarded(socket, this.#onBug, () => this.#breakOff()),
    );
    // Whatever went wrong, the connection is closed, and that is all that can be done.
    socket.on('error', () => {});
  }

  /** True where nothing is asked, and all that was asked has been answered. */
  get isQuiet(): boolean {
    if (this.#state === 'ended') return this.#socket.writableFinished;
    return this.#state === 'open' && this.#session.isQuiet;
  }

  /** The time at which to look whether the client takes too long. */
  get deadline(): number {
    return this.#deadline.at;
  }

  /** Ends the connection if its client takes too long: with a word, if it has begun to ask something. */
  endIfLate(): void {
    if (!this.#deadline.isOver()) return;
    const isAsked = this.#state === 'open' && this.#session.isAsked && this.#socket.bytesRead > 0;
    if (!isAsked) this.destroy();
    else guarded(this.#socket, this.#onBug, () => this.#advance(this.#session.refuse(tooSlow)))();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#state === 'ended') return;
    this.#input.add(chunk);
    if (this.#state === 'open') this.#advance();
    else this.#socket.pause();
  }

  #takeEnd(): void {
    this.#session.endInput();
    if (this.#state === 'open') this.#advance();
  }

  #breakOff(): void {
    this.#state = 'ended';
    this.#session.breakOff();
  }

  /**
   * Answers what has come. A client that does not read is not answered further, so that no replies pile up; where one has
   * had enough for once, others come first.
   */
  #advance(first: Step | Promise<Step> = this.#session.next()): void {
    let step = first;
    while (step === 'again' && !this.#output.isFull) step = this.#session.next();
    if (step === 'end') this.#end();
    else if (step instanceof Promise) this.#holdFor(step);
    else if (!this.#output.send()) this.#holdUntilRead();
    else if (step === 'again') this.#holdFor(nextTurn());
    else this.#wait();
  }

  #holdFor(step: Promise<Step>): void {
    this.#state = 'held';
    this.#deadline.expect(this.#session.replies.isStreaming ? 'reading' : 'waiting');
    this.#output.send();
    step.then(
      (next) => this.#resume(next),
      (bug) => endWith(this.#socket, this.#onBug, bug),
    );
  }

  #holdUntilRead(): void {
    this.#state = 'held';
    this.#deadline.expectReading('drain', () => this.#resume('again'));
  }

  #resume(step: Step): void {
    if (this.#state !== 'held') return;
    this.#state = 'open';
    guarded(this.#socket, this.#onBug, () => this.#advance(step))();
  }

  /** Reads on from a client that sends ahead only now that all of it has been answered, so that no requests pile up. */
  #wait(): void {
    this.#input.compact();
    this.#socket.resume();
    this.#deadline.expect(this.#session.awaits);
  }

  /**
   * Ends our side. A connection that is closed while its client is still sending is reset, and the client may never see
   * the reply; so what still comes is discarded for a while (RFC 9112, 9.6).
   */
  #end(): void {
    this.#state = 'ended';
    this.#output.send();
    this.#deadline.expectReading('finish', () => this.#deadline.expect('ending'));
    this.#socket.end().resume();
  }
}
