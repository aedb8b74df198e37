import type { Socket } from 'node:net';
import type { Phase, PhaseTimeouts } from './phase-timeouts.ts';

/** The number of replies on a connection. Each reply begins another turn. */
interface Counted {
  readonly count: number;
}

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

  constructor(socket: Socket, timeouts: PhaseTimeouts, replies: Counted) {
    this.#socket = socket;
    this.#timeouts = timeouts;
    this.#replies = replies;
    socket.on('timeout', () => socket.destroy());
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
    this.#socket.setTimeout(this.#timeouts.reading.total);
    this.#socket.once(event, () => {
      this.#socket.setTimeout(0);
      act();
    });
  }

  /** Checks for a client that has used up its time, and sets the time of the next check. */
  isOver(): boolean {
    const now = performance.now();
    const { bytesRead } = this.#socket;
    if (bytesRead !== this.#received) this.#movedAt = now;
    this.#received = bytesRead;
    const timeout = this.#timeouts[this.#phase];
    const isReading = this.#phase === 'reading';
    const moved = isReading ? this.#socket.bytesWritten - this.#sentBefore : bytesRead - this.#receivedBefore;
    const end = Math.min(
      this.#since + timeout.total + moved * timeout.perByte,
      this.#movedAt + timeout.stall,
    );
    this.at = Math.min(end, now + timeout.look);
    return end <= now;
  }
}
