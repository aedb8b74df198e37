import type { Connection } from './connection.ts';

/** The least time before looking again, in milliseconds. */
const MIN_SWEEP_INTERVAL_MS = 500;
/** The time between two clients that are let go where many are late; and the most that all of them take. */
const CLOSE_INTERVAL_MS = 1;
const MAX_SWEEP_MS = 2500;

/**
 * Returns a function that lets clients go that take too long, for as long as there are clients. It looks again
 * when the next of them may be late; `shortest` is the least time that any is given.
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
    // A process that was stopped for a while finds the time over before it finds what has come meanwhile.
    setTimeout(() => setImmediate(sweep), milliseconds).unref();
  }

  return () => {
    if (!isScheduled) sweepIn(shortest);
    isScheduled = true;
  };
}

/**
 * Lets them go one behind the other: whoever is let go may come back at once, and others would feel it if many did.
 * Gives the milliseconds that it takes.
 */
function endLate(late: readonly Connection[]): number {
  const gap = Math.min(CLOSE_INTERVAL_MS, MAX_SWEEP_MS / late.length);
  for (const [at, connection] of late.entries()) setTimeout(() => connection.endIfLate(), gap * at).unref();
  return gap * late.length;
}
