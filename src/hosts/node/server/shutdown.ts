import type { FinalReply } from '../../../http/types.ts';

/**
 * The shutdown of a server, as its connections see it: replies are held back at first, and each is the last on its connection.
 */
export class Shutdown {
  hasBegun = false;
  #released: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** Holds back all replies: a client with a reply would come back with a new connection. */
  begin(): void {
    this.hasBegun = true;
    this.#released ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Releases the replies. */
  release(): void {
    this.#release?.();
  }

  /** Waits until a reply is made and released. One more round of the event loop shows if the client has already sent more. */
  async holdBack(pending: FinalReply | Promise<FinalReply>): Promise<FinalReply> {
    const reply = await pending;
    await this.#released?.then(nextRound);
    return reply;
  }
}

/** Waits until everything that has arrived by now is read. A single `setImmediate` may run before that. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
