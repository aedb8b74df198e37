import type { Server } from 'node:http';

/** How long a stop waits for requests that are under way, in milliseconds. */
const patience = 10_000;

/** Stops the server on the first signal, once all that it was asked is answered; whoever can't wait sends another. */
export function stopOnSignals(server: Server): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    server.close(() => process.exit(0));
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => process.exit(0), patience).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (process.env.npm_lifecycle_event === 'start') onceOrphaned(() => stopping || stop());
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
