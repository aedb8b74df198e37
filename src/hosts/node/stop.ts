import { once } from 'node:events';
import type { Server } from 'node:net';
import { isWorker } from './process.ts';
import type { Connection } from './server/connection.ts';
import type { NodeServer } from './server/server.ts';

/** The time that idle connections stay open for a request that may be on its way, in milliseconds. */
const GRACE_MS = 500;
/** The interval at which idle connections are closed after that, in milliseconds. */
const IDLE_INTERVAL_MS = 50;
/** The time allowed for a round of the event loop, in which a waiting connection is accepted, in milliseconds. */
const ROUND_MS = 5;
/** The rounds without a connection after which none is waiting. Workers get theirs from the first process, which takes longer. */
const quietRounds = isWorker ? 50 : 10;
const MAX_ROUNDS = 150;

/** The steps of a stop that processes with a shared port take together. */
export type StopStep = 'quiet' | 'closed';

interface StopOptions {
  /** The time limit, in milliseconds. */
  readonly deadline: number;
  /** The time that idle connections stay open, in milliseconds; 0 if no more requests can be on their way. */
  readonly grace?: number;
  /** Waits until all processes that share the port have reached a step. */
  readonly agree?: (step: StopStep) => Promise<void>;
}

/** Stops a server once all requests have been answered. */
export type Stop = (options: StopOptions) => Promise<void>;

interface StopperOptions {
  /** True if another process listens on the same socket, and so keeps the connections that wait to be accepted. */
  readonly isQueueKept?: boolean;
}

/** Returns the function that stops a server. */
export function stopper(server: NodeServer, { isQueueKept = false }: StopperOptions = {}): Stop {
  return async (options) => {
    let late: NodeJS.Timeout | undefined;
    const deadline = new Promise((resolve) => {
      late = setTimeout(resolve, options.deadline);
    });
    server.shutdown.begin();
    await Promise.race([deadline, answerAll(server, options, isQueueKept)]);
    clearTimeout(late);
    server.listener.close();
    server.shutdown.release();
    for (const connection of server.connections) connection.destroy();
  };
}

/**
 * Answers all requests. Clients with a reply come back at once with new connections, and a server that closes resets those that
 * wait to be accepted, together with the requests on them. So replies are held back until no connection is waiting, and sent when
 * nobody listens any more.
 */
async function answerAll(server: NodeServer, options: StopOptions, isQueueKept: boolean): Promise<void> {
  const { grace = GRACE_MS, agree = () => Promise.resolve() } = options;
  const { listener, connections, shutdown } = server;
  if (grace > 0 && !isQueueKept) await untilQuiet(listener);
  await agree('quiet');
  const closed = once(listener, 'close');
  listener.close();
  await agree('closed');
  shutdown.release();
  const stopEnding = endIdle(connections, grace);
  await closed;
  stopEnding();
}

/** Waits until no more connections arrive, or for a limited time. */
function untilQuiet(server: Server): Promise<void> {
  let rounds = 0;
  let quiet = 0;
  const onConnection = () => {
    quiet = 0;
  };
  server.on('connection', onConnection);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      rounds++;
      quiet++;
      if (quiet < quietRounds && rounds < MAX_ROUNDS) return;
      clearInterval(timer);
      server.off('connection', onConnection);
      resolve();
    }, ROUND_MS);
  });
}

/**
 * Closes idle connections after a while, and then again and again. Returns a function that ends this. A process that was
 * suspended finds its timers due before it finds what has arrived meanwhile, so that is read first.
 */
function endIdle(connections: ReadonlySet<Connection>, grace: number): () => void {
  let timer = setTimeout(look, grace);
  function look(): void {
    timer = setTimeout(look, IDLE_INTERVAL_MS);
    setImmediate(() => {
      for (const connection of connections) if (connection.isQuiet) connection.destroy();
    });
  }
  return () => clearTimeout(timer);
}
