import type { Duplex } from 'node:stream';

/** How long a client is listened to that goes on sending after its last reply, in milliseconds. */
const patience = 2000;

const ending = new WeakSet<Duplex>();

/** Whether the last reply of a connection is under way, or has been sent. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket);
}

/** Remembers that the last reply of a connection is under way. */
export function markEnding(socket: Duplex): void {
  ending.add(socket);
}

/**
 * Ends a connection after what has been written. One that is closed while its client is still sending is reset,
 * and the client may never see the reply; so first only our side ends, and what still comes in is discarded
 * (RFC 9112, 9.6).
 */
export function endGently(socket: Duplex): void {
  ending.add(socket);
  const deadline = setTimeout(() => socket.destroy(), patience);
  socket.once('close', () => clearTimeout(deadline));
  socket.on('error', () => {}).end();
}
