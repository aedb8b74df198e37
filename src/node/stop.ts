import type { Server } from 'node:http';

/** How long a stop waits for requests that are under way, in milliseconds. */
const patience = 10_000;

/** Stops the server on the first signal, once all that it was asked is answered; a second signal ends it at once. */
export function stopOnSignals(server: Server): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(0), patience).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
