/** The length up to which a body is received whatever others take. */
const SHORT = 64 * 1024;
/** The bytes for which longer bodies may have room together, in all connections. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The bodies that have room, in the order in which they got it. */
class Rooms {
  readonly #lengths = new Map<object, number>();
  #total = 0;

  /** Tells whether no other body has had room for longer. */
  isFirst(body: object): boolean {
    const [first = body] = this.#lengths.keys();
    return first === body;
  }

  fits(body: object, length: number): boolean {
    return this.#total - this.lengthOf(body) + length <= MAX_BYTES;
  }

  set(body: object, length: number): void {
    this.#total += length - this.lengthOf(body);
    this.#lengths.set(body, length);
  }

  delete(body: object): boolean {
    this.#total -= this.lengthOf(body);
    return this.#lengths.delete(body);
  }

  lengthOf(body: object): number {
    return this.#lengths.get(body) ?? 0;
  }
}

/** A body that waits for room. */
interface Waiting {
  readonly length: number;
  readonly goOn: () => void;
  /** The room for it, and for the bodies that have got theirs while it has waited the longest. */
  readonly beside: Rooms;
}

/**
 * The room for long bodies that are being received, or have been and are not yet answered: thousands of clients may send them
 * slowly. The others wait, unless there are none that have room. The one that waits the longest is passed only by those that fit
 * beside it.
 */
export class LongBodies {
  readonly #rooms = new Rooms();
  readonly #waiting = new Map<object, Waiting>();

  /** Gives room to a body of which some has arrived and more may come. Returns what the rest of it has to wait for. */
  receive(body: object, received: number, length: number): Promise<void> | undefined {
    if (received <= Math.max(SHORT, this.#rooms.lengthOf(body)) || this.#takes(body, length))
      return undefined;
    const beside = new Rooms();
    beside.set(body, length);
    return new Promise((goOn) => this.#waiting.set(body, { length, goOn, beside }));
  }

  /** Tells whether a body has room for which others wait. */
  isInTheWay(body: object): boolean {
    return this.#waiting.size > 0 && !this.#waiting.has(body) && this.#rooms.lengthOf(body) > 0;
  }

  /** Gives the room of a body to those that wait. */
  delete(body: object): void {
    const had = [this.#waiting.delete(body), this.#longest.delete(body), this.#rooms.delete(body)];
    if (!had.includes(true)) return;
    for (const [each, { length, goOn }] of this.#waiting) {
      if (!this.#takes(each, length)) continue;
      this.#waiting.delete(each);
      goOn();
    }
  }

  /** The room for the body that waits the longest, and those that have passed it. */
  get #longest(): Rooms {
    const [longest] = this.#waiting.values();
    return longest?.beside ?? this.#rooms;
  }

  /** Takes room for a body, if there is enough or no other body has had any for longer. */
  #takes(body: object, length: number): boolean {
    const both = [this.#rooms, this.#longest];
    if (!this.#rooms.isFirst(body) && !both.every((each) => each.fits(body, length))) return false;
    for (const each of both) each.set(body, length);
    return true;
  }
}
