import type { Reply } from '../reply.ts';
import type { PendingReply } from '../types.ts';

/** The most replies that wait at once. */
export const MAX_WAITING = 1000;

/** Replies that are being delayed. */
export class WaitingRoom {
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }

  /** Delays a reply by some seconds, or until the client disconnects. */
  hold(reply: Reply, seconds: number): PendingReply<Reply> {
    let abort: (() => void) | undefined;
    this.#waiting++;
    const held = new Promise<Reply>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000, reply);
      abort = () => {
        clearTimeout(timer);
        resolve(reply);
      };
    });
    const leave = () => {
      this.#waiting--;
      return reply;
    };
    return { kind: 'pending', reply: held.then(leave), abort: () => abort?.() };
  }
}
