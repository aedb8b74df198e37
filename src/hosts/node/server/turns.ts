import { holdBack, isAnyWaiting } from '../../../text/turns.ts';

/** The time that long work takes in a round of the event loop, in milliseconds, until the rest waits for the next round. */
const ROUND_MS = 10;
/** The rounds in a row of which each accepts a connection instead, up to the one that does work again. */
const MAX_ACCEPTED = 256;

/**
 * The long work of all connections. Each round of the event loop does a few milliseconds of it, so that short requests are answered
 * in between; and since a round accepts one connection, the work waits while there are new ones.
 */
export class Turns {
  readonly #waiting = new Set<() => void>();
  /** The milliseconds of work in this round. */
  #spent = 0;
  #isScheduled = false;
  #hasAccepted = false;
  #accepted = 0;

  /** True if other work comes first. */
  get areTaken(): boolean {
    return this.#spent >= ROUND_MS;
  }

  /** Does work in this round. */
  take<Result>(work: () => Result): Result {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#spent += performance.now() - began;
      this.#schedule();
    }
  }

  /** Has work done in a later round. */
  wait(work: () => void): void {
    this.#waiting.add(work);
    this.#schedule();
  }

  /** Notes that a connection was accepted. */
  accept(): void {
    this.#hasAccepted = true;
    if (isAnyWaiting()) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#beginRound);
  }

  readonly #beginRound = () => {
    this.#isScheduled = false;
    this.#accepted = this.#hasAccepted ? (this.#accepted + 1) % MAX_ACCEPTED : 0;
    this.#hasAccepted = false;
    const letsOthersIn = this.#accepted > 0;
    holdBack(letsOthersIn);
    this.#spent = letsOthersIn ? ROUND_MS : 0;
    if (!letsOthersIn) this.#work();
    if (this.#waiting.size > 0 || this.#spent > 0) this.#schedule();
  };

  #work(): void {
    let left = this.#waiting.size;
    for (const work of this.#waiting) {
      if (left-- === 0 || this.areTaken) return;
      this.#waiting.delete(work);
      this.take(work);
    }
  }
}
