/** The length up to which a body is received whatever others take. */
const SHORT = 64 * 1024;
/** The bytes for which longer bodies may have room together, in all connections. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A body that waits for room. */
interface Waiting {
  readonly length: number;
  readonly goOn: () => void;
}

/**
 * The room for long bodies that are being received, or have been and are not yet answered: thousands of clients may send them
 * slowly. The others wait, unless there are none that have room.
 */
export class LongBodies {
  /** The length for which each body has room, in the order in which they got it. */
  readonly #lengths = new Map<object, number>();
  readonly #waiting = new Map<object, Waiting>();
  #total = 0;

  /** Gives room to a body of which some has arrived and more may come. Returns what the rest of it has to wait for. */
  receive(body: object, received: number, length: number): Promise<void> | undefined {
    if (received <= Math.max(SHORT, this.#lengthOf(body)) || this.#takes(body, length)) return undefined;
    return new Promise((goOn) => this.#waiting.set(body, { length, goOn }));
  }

  /** Tells whether a body has room for which others wait. */
  isInTheWay(body: object): boolean {
    return this.#waiting.size > 0 && !this.#waiting.has(body) && this.#lengths.has(body);
  }

  /** Gives the room of a body to those that wait. */
  delete(body: object): void {
    this.#waiting.delete(body);
    this.#total -= this.#lengthOf(body);
    if (!this.#lengths.delete(body)) return;
    for (const [each, { length, goOn }] of this.#waiting) {
      if (!this.#takes(each, length)) continue;
      this.#waiting.delete(each);
      goOn();
    }
  }

  /** Takes room for a body, if there is enough or no other body has had any for longer. */
  #takes(body: object, length: number): boolean {
    const total = this.#total - this.#lengthOf(body) + length;
    const [first = body] = this.#lengths.keys();
    if (total > MAX_BYTES && first !== body) return false;
    this.#total = total;
    this.#lengths.set(body, length);
    return true;
  }

  #lengthOf(body: object): number {
    return this.#lengths.get(body) ?? 0;
  }
}
