import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many replies may wait in all. */
const most = 2_000;
/** How many of one connection may wait even beyond that. */
const share = 16;

/**
 * Replies that wait for those before them to be read. Node parses all requests that come in one read, some thousand of
 * them, before it looks whether their replies are wanted; clients that ask and do not read would fill the memory.
 */
export class Backlog {
  readonly #waiting = new WeakMap<Socket, number>();
  #all = 0;

  /** Whether there is room for a reply, which is counted for as long as it waits. */
  admits(socket: Socket, response: ServerResponse): boolean {
    if (response.socket) return true;
    const waiting = this.#waiting.get(socket);
    if (this.#all >= most && (waiting ?? 0) >= share) return false;
    if (waiting === undefined)
      socket.once('close', () => this.#add(socket, -(this.#waiting.get(socket) ?? 0)));
    this.#add(socket, 1);
    response.once('socket', () => this.#add(socket, -1));
    return true;
  }

  #add(socket: Socket, count: number): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) + count);
    this.#all += count;
  }
}

/**
 * Ends a connection without a word. Node would go on to make requests of all that it has read from it, and keep them
 * until the next round of the event loop; its parser has no documented way to stop, but hands them over by this one.
 */
export function abandon(socket: Socket): void {
  if ('parser' in socket && socket.parser instanceof Object)
    Object.assign(socket.parser, { onIncoming: () => 0 });
  socket.destroy();
}
