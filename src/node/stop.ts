import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long connections without a request are left open, for one that may be on its way, in milliseconds. */
const grace = 500;

/** Ends a server once everything that was asked has been answered, after at most so many milliseconds. */
export type Stop = (deadline: number) => Promise<void>;

/** Gives what stops a server that does not listen yet. */
export function stopper(server: Server): Stop {
  const closeIdle = idleCloser(server);
  return (deadline) =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(waiting);
        clearInterval(closing);
        clearTimeout(giveUp);
        server.closeAllConnections();
        resolve();
      };
      // An HTTP server's own `close` would at once end connections that only seem idle: their next request may have
      // arrived and not been read yet.
      NetServer.prototype.close.call(server, finish);
      let closing: NodeJS.Timeout | undefined;
      const waiting = setTimeout(() => {
        closing = setInterval(closeIdle, 50);
      }, grace);
      const giveUp = setTimeout(finish, deadline);
    });
}

/** Gives what ends connections without a request. Node does not count those among them that never had one. */
function idleCloser(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
