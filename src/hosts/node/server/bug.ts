import type { Socket } from 'node:net';

/** A listener for exceptions, each of which is a bug. */
export type BugListener = (bug: unknown) => void;

/** Ends a connection because of a bug, and reports it. */
export function endWith(socket: Socket, onBug: BugListener, bug: unknown): void {
  socket.destroy();
  onBug(bug);
}
