import type { Socket } from 'node:net';

/** Is told of what has been thrown, which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Makes the same of what is done with a socket, but that a bug which shows itself there ends this one connection only. */
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
