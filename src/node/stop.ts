import { once } from 'node:events';
import type { Server } from 'node:net';
import { isWorker } from './cluster.ts';
import type { Connection } from './server/connection.ts';
import type { NodeServer } from './server/server.ts';

/** The time that connections without a request are left open, for one that may be on its way, in milliseconds. */
const GRACE_MS = 500;
/** The interval at which idle connections are looked for after that, in milliseconds. */
const IDLE_INTERVAL_MS = 50;
/** A round of the event loop accepts a connection if one waits; so many milliseconds are allowed for each round. */
const ROUND_MS = 5;
/** After so many rounds without a connection none waits. Workers get theirs from the first process, which takes longer. */
const quietRounds = isWorker ? 50 : 10;
const MAX_ROUNDS = 150;

/** The steps of a stop that processes take together which share a port. */
export type StopStep = 'quiet' | 'closed';

export interface StopOptions {
  /** The milliseconds after which it ends in any case. */
  readonly deadline: number;
  /** The milliseconds for which idle connections are kept: none, where nothing more is on its way. */
  readonly grace?: number;
  /** Waits until all processes that share the port have come to a step. */
  readonly agree?: (step: StopStep) => Promise<void>;
}

/** Ends a server once everything that was asked has been answered. */
export type Stop = (options: StopOptions) => Promise<void>;

export interface StopperOptions {
  /** True where somebody else listens on the same socket, and so keeps the connections that wait to be accepted. */
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
 * Answers everything that was asked. Whoever is answered comes back at once with a new connection, and a server that
 * closes resets those that still wait to be accepted, with the requests that they have sent. So replies are held back
 * until none waits, and are given when nobody listens any more.
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

/** Waits until no more connections come in, or for a while. */
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
 * Ends connections on which nothing is asked, after a while and then again and again; returns what puts an end to that.
 * A process that was held up finds its timers due before it finds what has come meanwhile, which therefore is read first.
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
