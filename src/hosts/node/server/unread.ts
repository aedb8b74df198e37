import { piecesOf, type WholeContent } from '../../../http/content.ts';

/** The most that the replies which clients have not read may have together, in characters or bytes. */
const MAX_UNREAD = 32 * 1024 * 1024;
/** The time for which a client may read nothing, in milliseconds, however much is unread. */
const PATIENCE_MS = 1000;

/** What ends a client's connection. */
interface Reader {
  destroy(): void;
}

/** A reply that its client does not read on, and since when. */
interface Unread {
  readonly content: WholeContent;
  readonly since: number;
}

/**
 * The long replies that clients do not read on: a thousand of them would take all memory. If they have too much together, those
 * clients are disconnected that have read nothing for the longest time.
 */
export class UnreadReplies {
  /** In the order in which their clients stopped to read. */
  readonly #all = new Map<Reader, Unread>();
  /** The number of clients that do not read the same content: many may ask for the same page. */
  readonly #clients = new Map<WholeContent, number>();
  #size = 0;

  add(reader: Reader, content: WholeContent): void {
    const now = performance.now();
    this.#all.set(reader, { content, since: now });
    this.#count(content, 1);
    for (const [longest, { since }] of this.#all) {
      if (this.#size <= MAX_UNREAD || now - since < PATIENCE_MS) return;
      this.delete(longest);
      longest.destroy();
    }
  }

  delete(reader: Reader): void {
    const unread = this.#all.get(reader);
    if (!unread) return;
    this.#all.delete(reader);
    this.#count(unread.content, -1);
  }

  #count(content: WholeContent, change: 1 | -1): void {
    const before = this.#clients.get(content) ?? 0;
    const clients = before + change;
    if (clients > 0) this.#clients.set(content, clients);
    else this.#clients.delete(content);
    if (before === 0 || clients === 0) this.#size += change * sizeOf(content);
  }
}

function sizeOf(content: WholeContent): number {
  return piecesOf(content).reduce((size, { length }) => size + length, 0);
}
