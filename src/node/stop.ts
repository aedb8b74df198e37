import cluster from 'node:cluster';
import type { Server } from 'node:net';
import type { NodeServer } from './server/server.ts';

/** How long connections without a request are left open, for one that may be on its way, in milliseconds. */
const GRACE_MS = 500;
/** A round of the event loop accepts a connection if one waits; so many milliseconds are allowed for each round. */
const ROUND_MS = 5;
/** After so many rounds without a connection none waits. Workers get theirs from the first process, which takes longer. */
const quietRounds = cluster.isWorker ? 50 : 10;
const MAX_ROUNDS = 150;

/**
 * Ends a server once everything that was asked has been answered, after at most so many milliseconds. Whoever knows
 * that nothing more is on its way needs no grace.
 */
export type Stop = (deadline: number, grace?: number) => Promise<void>;

/** Gives what stops a server that does not listen yet. */
export function stopper({ listener, connections }: NodeServer): Stop {
  return (deadline, grace = GRACE_MS) =>
    new Promise((resolve) => {
      const finish = () => {
        for (const timer of timers) clearTimeout(timer);
        for (const connection of connections) connection.destroy();
        resolve();
      };
      const timers = [setTimeout(finish, deadline)];
      const closeQuiet = () => {
        for (const connection of connections) if (connection.isQuiet) connection.destroy();
        timers.push(setTimeout(closeQuiet, 50));
      };
      const close = () => {
        listener.close(finish);
        timers.push(setTimeout(closeQuiet, grace));
      };
      if (grace === 0) close();
      else whenQuiet(listener, close);
    });
}

/**
 * Acts when no more connections come in, or after a while. Under load they wait to be accepted one by one, and a server
 * that closes resets those that still do, with the requests that they have sent.
 */
function whenQuiet(server: Server, act: () => void): void {
  let rounds = 0;
  let quiet = 0;
  const onConnection = () => {
    quiet = 0;
  };
  const timer = setInterval(() => {
    rounds++;
    quiet++;
    if (quiet < quietRounds && rounds < MAX_ROUNDS) return;
    clearInterval(timer);
    server.off('connection', onConnection);
    act();
  }, ROUND_MS);
  server.on('connection', onConnection);
}
