import type { Connection } from './connection.ts';

/** The shortest interval between two sweeps, in milliseconds. */
const MIN_SWEEP_INTERVAL_MS = 500;
/** The interval at which late clients are disconnected, and the most time that this takes for all of them, in milliseconds. */
const CLOSE_INTERVAL_MS = 1;
const MAX_SWEEP_MS = 2500;

/**
 * Returns a function that starts to disconnect clients which take too long, for as long as there are clients. The next sweep is
 * due when the next client may be late; `shortest` is the shortest time that any client has.
 */
export function timeoutSweep(connections: ReadonlySet<Connection>, shortest: number): () => void {
  let isScheduled = false;

  function sweep(): void {
    const now = performance.now();
    const late: Connection[] = [];
    let next = now + shortest;
    for (const connection of connections) {
      if (connection.deadline <= now) late.push(connection);
      next = Math.min(next, connection.deadline);
    }
    const taken = endLate(late);
    isScheduled = connections.size > 0;
    if (isScheduled) sweepIn(Math.max(next - now, MIN_SWEEP_INTERVAL_MS, taken));
  }

  function sweepIn(milliseconds: number): void {
    // A process that was suspended finds its timers due before it finds what has arrived meanwhile.
    setTimeout(() => setImmediate(sweep), milliseconds).unref();
  }

  return () => {
    if (!isScheduled) sweepIn(shortest);
    isScheduled = true;
  };
}

/**
 * Disconnects clients one after another: they may reconnect at once, and many of them together would slow down others. Returns
 * the milliseconds that this takes.
 */
function endLate(late: readonly Connection[]): number {
  const gap = Math.min(CLOSE_INTERVAL_MS, MAX_SWEEP_MS / late.length);
  for (const [at, connection] of late.entries()) setTimeout(() => connection.endIfLate(), gap * at).unref();
  return gap * late.length;
}
