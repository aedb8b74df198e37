import type { Socket } from 'node:net';

/** Is told of what has been thrown, which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Does something with a socket; a bug that shows itself there ends this one connection, and nothing else. */
export function guard(socket: Socket, onBug: BugListener, act: () => void): void {
  try {
    act();
  } catch (bug) {
    endWith(socket, onBug, bug);
  }
}

/** Ends a connection on which a bug has shown itself. */
export function endWith(socket: Socket, onBug: BugListener, bug: unknown): void {
  socket.destroy();
  onBug(bug);
}
