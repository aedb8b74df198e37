/** The length up to which a body is received whatever others take. */
const SHORT = 64 * 1024;
/** The bytes that longer bodies may have together, in all connections. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The long bodies that are being received, or have been and are not yet answered: thousands of clients may send them slowly. If
 * they have too much together, only the first is received on, and the others wait.
 */
export class LongBodies {
  /** The bytes of each body so far, in the order in which they became long. */
  readonly #lengths = new Map<object, number>();
  readonly #waiting = new Map<object, () => void>();
  #total = 0;

  /** Notes how many bytes of a body have arrived. */
  add(body: object, length: number): void {
    if (length <= SHORT) return;
    this.#total += length - this.#lengthOf(body);
    this.#lengths.set(body, length);
  }

  /** Waits for room for more of a body; returns undefined if there is some. */
  room(body: object): Promise<void> | undefined {
    const isFull = this.#total > MAX_BYTES && this.#lengths.has(body) && !this.#isFirst(body);
    return isFull ? new Promise((resolve) => this.#waiting.set(body, resolve)) : undefined;
  }

  /** Forgets a body. Those that waited may have room for their next piece then. */
  delete(body: object): void {
    if (!this.#lengths.has(body)) return;
    this.#total -= this.#lengthOf(body);
    this.#lengths.delete(body);
    this.#waiting.delete(body);
    let left = MAX_BYTES - this.#total;
    for (const [each, goOn] of this.#waiting) {
      if (left < SHORT && !this.#isFirst(each)) return;
      this.#waiting.delete(each);
      goOn();
      left -= SHORT;
    }
  }

  #lengthOf(body: object): number {
    return this.#lengths.get(body) ?? 0;
  }

  #isFirst(body: object): boolean {
    const [first] = this.#lengths.keys();
    return first === body;
  }
}
