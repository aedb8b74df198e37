import type { Connection } from './connection.ts';

/** How long to wait at least before looking again, in milliseconds. */
const pace = 500;
/** How far apart clients are let go where many are late; and how long that takes at most, however many they are. */
const apart = 1;
const longest = 2500;

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
    const taken = letGo(late);
    isWatching = connections.size > 0;
    if (isWatching) lookIn(Math.max(next - now, pace, taken));
  }

  function lookIn(milliseconds: number): void {
    setTimeout(look, milliseconds).unref();
  }

  return () => {
    if (!isWatching) lookIn(shortest);
    isWatching = true;
  };
}

/**
 * Lets them go one behind the other: whoever is let go may come back at once, and others would feel it if many did.
 * Gives the milliseconds that it takes.
 */
function letGo(late: readonly Connection[]): number {
  const gap = Math.min(apart, longest / late.length);
  for (const [at, connection] of late.entries()) setTimeout(() => connection.endIfLate(), gap * at).unref();
  return gap * late.length;
}
