import type { Connection } from './connection.ts';

/** How long to wait at least before looking again, in milliseconds: nobody is let go later than twice that. */
const pace = 500;

/**
 * Gives what begins to let clients go that take too long, and goes on for as long as there are clients. It looks again
 * when the next of them may be late; `shortest` is the least time that any is given.
 */
export function watchman(connections: ReadonlySet<Connection>, shortest: number): () => void {
  let isWatching = false;

  function look(): void {
    const now = performance.now();
    const late: Connection[] = [];
    let next = now + shortest;
    for (const connection of connections) {
      if (connection.deadline <= now) late.push(connection);
      next = Math.min(next, connection.deadline);
    }
    letGo(late);
    isWatching = connections.size > 0;
    if (isWatching) lookIn(Math.max(next - now, pace));
  }

  function lookIn(milliseconds: number): void {
    setTimeout(look, milliseconds).unref();
  }

  return () => {
    if (!isWatching) lookIn(shortest);
    isWatching = true;
  };
}

/** Spreads them over the time until they are looked for again: others would feel it if many were let go at once. */
function letGo(late: readonly Connection[]): void {
  for (const [at, connection] of late.entries())
    setTimeout(() => connection.endIfLate(), (pace * at) / late.length).unref();
}
