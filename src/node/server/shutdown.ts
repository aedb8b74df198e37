import type { FinalReply } from '../../http/types.ts';

/**
 * The end of a server, as its connections see it: replies are held back at first, and each of them is the last on its
 * connection.
 */
export class Shutdown {
  hasBegun = false;
  #released: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** Holds all replies back: whoever waits for one does not come back with a new connection. */
  begin(): void {
    this.hasBegun = true;
    this.#released ??= new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Lets the replies go. */
  release(): void {
    this.#release?.();
  }

  /**
   * Waits until a reply is made and may go. One more round of the event loop shows whether the client has asked for more
   * already.
   */
  async holdBack(pending: FinalReply | Promise<FinalReply>): Promise<FinalReply> {
    const reply = await pending;
    await this.#released?.then(nextRound);
    return reply;
  }
}

/** Waits until everything has been read that has come by now: what is done immediately is done before that. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
