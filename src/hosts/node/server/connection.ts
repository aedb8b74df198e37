import type { Socket } from 'node:net';
import { CutOff } from '../../../http/content.ts';
import { tooSlow } from '../../../http/statuses.ts';
import type { ServerContext } from './context.ts';
import { type BugListener, endWith, nextRound, type Step } from './context.ts';
import { Deadline } from './deadline.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';
import { HttpSession } from './session.ts';
import type { Turns } from './turns.ts';
import type { UnreadReplies } from './unread.ts';

/**
 * A connection and its state: open, held while a reply is being made or the client does not read, or ended on our side. Requests
 * are read only while it is open.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onBug: BugListener;
  readonly #connections: Set<Connection>;
  readonly #input = new Input();
  readonly #output: Output;
  readonly #session: HttpSession;
  readonly #deadline: Deadline;
  readonly #turns: Turns;
  readonly #unread: UnreadReplies;
  #state: 'open' | 'held' | 'ended' = 'open';

  /** The connection leaves the open `connections` when it closes. */
  constructor(socket: Socket, context: ServerContext, connections: Set<Connection>) {
    this.#socket = socket;
    this.#onBug = context.onBug;
    this.#connections = connections;
    this.#output = new Output(socket);
    this.#session = new HttpSession(context, this.#input, this.#output, socket);
    this.#deadline = new Deadline(socket, context.timeouts, this.#session.replies);
    this.#deadline.expect('head');
    this.#turns = context.turns;
    this.#unread = context.unread;
    socket.on('data', (chunk: Buffer) => this.#guard(this.#take, chunk));
    socket.on('end', () => this.#guard(this.#takeEnd));
    socket.on('close', () => this.#guard(this.#breakOff));
    socket.on('error', ignore);
  }

  /** True if no request has begun, and all earlier ones have been answered. */
  get isQuiet(): boolean {
    if (this.#state === 'ended') return this.#socket.writableFinished;
    return this.#state === 'open' && this.#session.isQuiet;
  }

  /** The time of the next check for a client that takes too long. */
  get deadline(): number {
    return this.#deadline.at;
  }

  /** Ends the connection if its client takes too long, with a reply if a request has begun. */
  endIfLate(): void {
    if (!this.#deadline.isOver(this.#session.isInTheWay)) return;
    const isAsked = this.#state === 'open' && this.#session.isAsked && this.#socket.bytesRead > 0;
    if (!isAsked) this.destroy();
    else this.#guard(() => this.#advance(this.#session.refuse(tooSlow)));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Acts so that a bug ends only this connection. Listeners that share this need little memory. */
  #guard<Args extends unknown[]>(act: (this: this, ...args: Args) => void, ...args: Args): void {
    try {
      act.apply(this, args);
    } catch (bug) {
      this.#fail(bug);
    }
  }

  #fail(bug: unknown): void {
    if (bug instanceof CutOff) this.destroy();
    else endWith(this.#socket, this.#onBug, bug);
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
    this.#connections.delete(this);
    this.#unread.delete(this);
    this.#state = 'ended';
    this.#session.breakOff();
  }

  /**
   * Answers what has arrived. It stops if the client does not read, so that no replies pile up, and after a batch of replies, so
   * that others get their turn.
   */
  #advance(first: Step | Promise<Step> = this.#session.next()): void {
    let step = first;
    while (step === 'again' && !this.#output.isFull) step = this.#session.next();
    if (step === 'end') this.#end();
    else if (step instanceof Promise) this.#holdFor(step);
    else if (!this.#output.send()) this.#holdUntilRead();
    else if (step === 'again') this.#holdFor(nextRound());
    else if (step === 'later') this.#holdForTurn();
    else this.#wait();
  }

  #holdFor(step: Promise<Step>): void {
    this.#state = 'held';
    this.#deadline.expect(this.#session.replies.isAhead ? 'reading' : 'waiting');
    this.#output.send();
    step.then(
      (next) => this.#resume(next),
      (bug) => this.#fail(bug),
    );
  }

  #holdForTurn(): void {
    this.#state = 'held';
    this.#deadline.expect('waiting');
    this.#turns.wait(() => this.#resume('again'));
  }

  #holdUntilRead(): void {
    this.#state = 'held';
    this.#deadline.expectReading('drain', () => {
      this.#unread.delete(this);
      this.#resume('again');
    });
    const { content } = this.#session.replies;
    if (content !== undefined) this.#unread.add(this, content);
  }

  #resume(step: Step): void {
    if (this.#state !== 'held') return;
    this.#state = 'open';
    this.#guard(this.#advance, step);
  }

  /**
   * Waits for more. A client that sends ahead is read from again only now that everything has been answered, so that no requests
   * pile up.
   */
  #wait(): void {
    this.#input.compact();
    this.#socket.resume();
    this.#deadline.expect(this.#session.awaits);
  }

  /**
   * Ends our side. Closing a connection while its client is still sending would reset it, and the client might never see the
   * reply; so anything that still arrives is discarded for a while (RFC 9112, 9.6).
   */
  #end(): void {
    this.#state = 'ended';
    this.#output.send();
    this.#deadline.expectReading('finish', () => this.#deadline.expect('ending'));
    this.#socket.end().resume();
  }
}

/** After any error the connection is closed, and nothing else can be done. */
function ignore(): void {}
