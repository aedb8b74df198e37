import type { Socket } from 'node:net';
import type { Phase, PhaseTimeouts } from './phase-timeouts.ts';

/** The replies of a connection: each of them begins another turn. */
interface Counted {
  readonly count: number;
}

/** The time that the client of a socket has left for what it is doing. */
export class Deadline {
  /** The time to look again. */
  at = 0;
  readonly #socket: Socket;
  readonly #timeouts: PhaseTimeouts;
  readonly #replies: Counted;
  #phase: Phase = 'head';
  #turn = -1;
  #since = 0;
  /** The bytes that had been sent and received when it began, and received at the last look. */
  #sentBefore = 0;
  #receivedBefore = 0;
  #received = 0;
  /** The time by which more had been received, as far as the looks tell. */
  #movedAt = 0;

  constructor(socket: Socket, timeouts: PhaseTimeouts, replies: Counted) {
    this.#socket = socket;
    this.#timeouts = timeouts;
    this.#replies = replies;
    socket.on('timeout', () => socket.destroy());
  }

  /**
   * Waits for the client to do this, once in each turn. Its time runs from when it began; that of a body, from when its head
   * did.
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

  /** Waits for the client to read what it was sent, and then acts. Whether it reads at all, its socket knows. */
  expectReading(event: 'drain' | 'finish', act: () => void): void {
    this.expect('reading');
    this.#socket.setTimeout(this.#timeouts.reading.total);
    this.#socket.once(event, () => {
      this.#socket.setTimeout(0);
      act();
    });
  }

  /** Looks whether the time is over. */
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
