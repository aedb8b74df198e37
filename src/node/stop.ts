import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long connections without a request are left open, for one that may be on its way, in milliseconds. */
const usualGrace = 500;
/** A round of the event loop accepts a connection if one waits; so many milliseconds are allowed for each round. */
const round = 5;
/** After so many rounds without a connection none waits. Workers get theirs from the first process, which takes longer. */
const quietRounds = cluster.isWorker ? 50 : 10;
const mostRounds = 150;

/**
 * Ends a server once everything that was asked has been answered, after at most so many milliseconds. Whoever knows
 * that nothing more is on its way needs no grace.
 */
export type Stop = (deadline: number, grace?: number) => Promise<void>;

/** Gives what stops a server that does not listen yet. */
export function stopper(server: Server): Stop {
  const open = openConnections(server);
  return (deadline, grace = usualGrace) =>
    new Promise((resolve) => {
      const finish = () => {
        for (const timer of timers) clearTimeout(timer);
        server.closeAllConnections();
        resolve();
      };
      const timers = [setTimeout(finish, deadline)];
      const closeIdle = () => {
        endIdle(server, open);
        timers.push(setTimeout(closeIdle, 50));
      };
      const close = () => {
        // An HTTP server's own `close` would at once end connections that only seem idle: their next request may have
        // arrived and not been read yet.
        NetServer.prototype.close.call(server, finish);
        timers.push(setTimeout(closeIdle, grace));
      };
      if (grace === 0) close();
      else whenQuiet(server, close);
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
    if (quiet < quietRounds && rounds < mostRounds) return;
    clearInterval(timer);
    server.off('connection', onConnection);
    act();
  }, round);
  server.on('connection', onConnection);
}

function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Ends connections without a request. Node does not count those among them that never had one. */
function endIdle(server: Server, open: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
}
