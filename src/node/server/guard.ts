import type { Socket } from 'node:net';

/** A listener for exceptions, each of which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Wraps a listener on a socket, so that a bug ends only this connection. */
export function guarded<Args extends unknown[]>(
  socket: Socket,
  onBug: BugListener,
  act: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      act(...args);
    } catch (bug) {
      endWith(socket, onBug, bug);
    }
  };
}

/** Ends a connection because of a bug, and reports it. */
export function endWith(socket: Socket, onBug: BugListener, bug: unknown): void {
  socket.destroy();
  onBug(bug);
}
