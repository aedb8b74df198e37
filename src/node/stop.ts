import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long connections without a request are left open, for one that may be on its way, in milliseconds. */
const grace = 500;

/**
 * Stops the server on the first signal: whatever was asked is answered, and the process ends after at most
 * `deadline` milliseconds. Whoever can't wait for that sends another signal.
 */
export function stopOnSignals(server: Server, deadline: number): void {
  const closeIdle = idleCloser(server);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    // An HTTP server's own `close` would at once end connections that only seem idle: their next request may have
    // arrived and not been read yet.
    NetServer.prototype.close.call(server, () => process.exit(0));
    setTimeout(() => setInterval(closeIdle, 50), grace);
    setTimeout(() => process.exit(0), deadline).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (process.env.npm_lifecycle_event === 'start') onceOrphaned(() => stopping || stop());
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

/**
 * npm puts a shell between itself and the scripts that it runs, and passes signals to the shell, which ends without
 * passing them on. All that shows of a signal to `npm start` is that the shell has gone.
 */
function onceOrphaned(act: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 100).unref();
}
