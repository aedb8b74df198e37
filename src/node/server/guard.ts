import type { Socket } from 'node:net';

/** A listener for exceptions, each of which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Wraps what is done with a socket, so that a bug ends this one connection only. */
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

/** Ends a connection on which a bug has shown itself. */
export function endWith(socket: Socket, onBug: BugListener, bug: unknown): void {
  socket.destroy();
  onBug(bug);
}
