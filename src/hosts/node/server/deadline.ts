import type { Socket } from 'node:net';
import type { Phase, PhaseTimeouts } from './context.ts';

/** The number of replies on a connection. Each reply begins another turn. */
interface Counted {
  readonly count: number;
}

/** The number of intervals in which a client may read nothing before it is disconnected. */
const UNREAD_INTERVALS = 8;

/** The time for which a client may send nothing of a body while others wait for the room that this takes. */
const HURRIED_MS = 1000;

/** The time that a client has left for its current phase. */
export class Deadline {
  /** The time of the next check. */
  at = 0;
  readonly #socket: Socket;
  readonly #timeouts: PhaseTimeouts;
  readonly #replies: Counted;
  #phase: Phase = 'head';
  #turn = -1;
  #since = 0;
  /** The bytes sent and received before the phase, and those received by the last check. */
  #sentBefore = 0;
  #receivedBefore = 0;
  #received = 0;
  /** The time of the last progress that a check has seen. */
  #movedAt = 0;
  /** The end of the last interval in which the client read nothing, and the start of the first in a row. */
  #unreadAt = Number.NEGATIVE_INFINITY;
  #unreadSince = 0;

  constructor(socket: Socket, timeouts: PhaseTimeouts, replies: Counted) {
    this.#socket = socket;
    this.#timeouts = timeouts;
    this.#replies = replies;
  }

  /**
   * Begins a phase of the client, once per turn. Its time runs from its beginning; that of a body, from the beginning of its
   * head.
   */
  expect(phase: Phase): void {
    const turn = this.#replies.count;
    if (phase === this.#phase && turn === this.#turn) return;
    this.#movedAt = performance.now();
    if (phase !== 'body' || this.#phase !== 'head' || turn !== this.#turn) this.#since = this.#movedAt;
    this.#phase = phase;
    this.#turn = turn;
    this.#received = this.#receivedBefore = this.#socket.bytesRead;
    if (phase === 'reading') this.#sentBefore = this.#socket.bytesWritten - this.#socket.writableLength;
    const { total, look } = this.#timeouts[phase];
    this.at = Math.min(this.#since + total, this.#movedAt + look);
  }

  /** Waits until the client has read what it was sent, and then acts. The socket detects a client that does not read at all. */
  expectReading(event: 'drain' | 'finish', act: () => void): void {
    this.expect('reading');
    // Most connections never need this listener, which takes memory.
    if (this.#socket.listenerCount('timeout') === 0) this.#socket.on('timeout', () => this.#endIfUnread());
    this.#unreadAt = Number.NEGATIVE_INFINITY;
    this.#socket.setTimeout(this.#unreadInterval);
    this.#socket.once(event, () => {
      this.#socket.setTimeout(0);
      act();
    });
  }

  get #unreadInterval(): number {
    return this.#timeouts.reading.total / UNREAD_INTERVALS;
  }

  /**
   * Disconnects a client that has read nothing for too long. The socket reports intervals without progress, but not one in which
   * some bytes were sent, and the first always is. So the intervals are short.
   */
  #endIfUnread(): void {
    const now = performance.now();
    const interval = this.#unreadInterval;
    const hasReadMeanwhile = now - this.#unreadAt >= 2 * interval;
    if (hasReadMeanwhile) this.#unreadSince = now - interval;
    this.#unreadAt = now;
    if (now - this.#unreadSince >= this.#timeouts.reading.total) this.#socket.destroy();
    else this.#socket.setTimeout(interval);
  }

  /** Checks for a client that has used up its time, of which it has less if it is hurried, and sets the time of the next check. */
  isOver(isHurried: boolean): boolean {
    const now = performance.now();
    const { bytesRead } = this.#socket;
    if (bytesRead !== this.#received) this.#movedAt = now;
    this.#received = bytesRead;
    const timeout = this.#timeouts[this.#phase];
    const isReading = this.#phase === 'reading';
    const moved = isReading ? this.#socket.bytesWritten - this.#sentBefore : bytesRead - this.#receivedBefore;
    const end = Math.min(
      this.#since + timeout.total + moved * timeout.perByte,
      this.#movedAt + (isHurried ? HURRIED_MS : timeout.stall),
    );
    this.at = Math.min(end, now + timeout.look);
    return end <= now;
  }
}
