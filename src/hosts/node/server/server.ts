import { createServer, type Server, type Socket } from 'node:net';
import { defaultTimeouts, type Settable, type Timeouts, withDefaults } from '../../../http/limits.ts';
import type { AppCore } from '../../../http/types.ts';
import { printBug } from '../process.ts';
import type { TlsLayer } from '../tls.ts';
import { Connection } from './connection.ts';
import {
  type BugListener,
  endWith,
  phaseTimeouts,
  type RequestObserver,
  type ServerContext,
  Shutdown,
  shortestOf,
} from './context.ts';
import { LongBodies } from './long-bodies.ts';
import { keepAliveHeaders } from './output.ts';
import { Turns } from './turns.ts';
import { UnreadReplies } from './unread.ts';

export interface NodeOptions extends Settable<Timeouts>, Settable<ConnectionLimits> {
  /** Observes every request and its reply. */
  readonly observer?: RequestObserver | undefined;
  /** Observes connections. */
  readonly connectionObserver?: ConnectionObserver | undefined;
  /** Encrypts the connections. */
  readonly tls?: TlsLayer | undefined;
  /** The shutdown of the server, if others need to control it. */
  readonly shutdown?: Shutdown | undefined;
  /** Called with an exception in a connection, which ends only that connection. */
  readonly onBug?: BugListener | undefined;
}

/** A server, and its open connections. */
export interface NodeServer {
  readonly listener: Server;
  readonly connections: ReadonlySet<Connection>;
  readonly shutdown: Shutdown;
}

/** Serves an app on Node's sockets. */
export function createNodeServer(app: AppCore, options: NodeOptions = {}): NodeServer {
  const timeouts = withDefaults<Timeouts>(defaultTimeouts, options);
  const { observer, connectionObserver, tls, shutdown = new Shutdown(), onBug = printBug } = options;
  const reportBug = (bug: unknown) => {
    connectionObserver?.failed();
    onBug(bug);
  };
  const connections = new Set<Connection>();
  const context: ServerContext = {
    app,
    isSecure: tls !== undefined,
    timeouts: phaseTimeouts(timeouts),
    maxRequests: timeouts.requestsPerConnection,
    keepAliveHeaders: keepAliveHeaders(timeouts.idleTimeout),
    observer,
    shutdown,
    turns: new Turns(),
    longBodies: new LongBodies(),
    unread: new UnreadReplies(),
    onBug: reportBug,
  };
  const keepSweeping = timeoutSweep(connections, shortestOf(context.timeouts));
  const limits = withDefaults<ConnectionLimits>(defaultConnectionLimits, options);
  const admission = new Admission(limits, connectionObserver);

  function accept(socket: Socket): void {
    context.turns.accept();
    if (!admission.admit(socket)) return;
    connections.add(new Connection(tls?.wrap(socket) ?? socket, context, connections));
    keepSweeping();
  }

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    try {
      accept(socket);
    } catch (bug) {
      endWith(socket, reportBug, bug);
    }
  });
  return { listener, connections, shutdown };
}

/** The most simultaneous connections, for each process. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** The same for one address, if that is limited; for IPv6, for a network of 64 bits, which is what a single client has. */
  readonly maxConnectionsPerAddress: number | undefined;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: undefined,
};

/** The reason for refusing a connection: there are too many in total, or from its address. */
export type DropReason = 'total' | 'address';

/** An observer of connections. */
export interface ConnectionObserver {
  /** Called when there is one connection more, or one less. */
  changed(change: 1 | -1): void;
  /** Called when a connection was refused. */
  dropped(reason: DropReason): void;
  /** Called when an exception ended a connection. */
  failed(): void;
}

/** Counts connections, and enforces their limits. */
export class Admission {
  readonly #limits: ConnectionLimits;
  readonly #observer: ConnectionObserver | undefined;
  readonly #byNetwork = new Map<string | undefined, number>();
  #total = 0;

  constructor(limits: ConnectionLimits, observer?: ConnectionObserver) {
    this.#limits = limits;
    this.#observer = observer;
  }

  /** Accepts a connection and counts it until it closes, or closes it at once. */
  admit(socket: Socket): boolean {
    const network = this.#networkOf(socket);
    const reason = this.#reasonAgainst(network);
    if (reason) {
      socket.destroy();
      this.#observer?.dropped(reason);
      return false;
    }
    this.#count(network, 1);
    socket.on('close', () => this.#count(network, -1));
    return true;
  }

  /** Returns the network of a client, if networks are limited. Clients of a Unix socket have no address. */
  #networkOf({ remoteAddress }: Socket): string | undefined {
    const isCounted = this.#limits.maxConnectionsPerAddress !== undefined && remoteAddress !== undefined;
    return isCounted ? networkOf(remoteAddress) : undefined;
  }

  #reasonAgainst(network: string | undefined): DropReason | undefined {
    const { maxConnections, maxConnectionsPerAddress = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#total >= maxConnections) return 'total';
    return this.#countOf(network) >= maxConnectionsPerAddress ? 'address' : undefined;
  }

  #countOf(network: string | undefined): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  #count(network: string | undefined, change: 1 | -1): void {
    this.#total += change;
    this.#observer?.changed(change);
    if (network === undefined) return;
    const count = this.#countOf(network) + change;
    if (count === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, count);
  }
}

/** Returns an IPv4 address, even if it is mapped to IPv6, or the first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [first = [], last = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

/** The shortest interval between two sweeps, in milliseconds. */
const MIN_SWEEP_INTERVAL_MS = 500;
/** The interval at which late clients are disconnected, and the most time that this takes for all of them, in milliseconds. */
const CLOSE_INTERVAL_MS = 1;
const MAX_SWEEP_MS = 2500;

/**
 * Returns a function that starts to disconnect clients which take too long, for as long as there are clients. The next sweep is
 * due when the next client may be late; `shortest` is the shortest time that any client has.
 */
function timeoutSweep(connections: ReadonlySet<Connection>, shortest: number): () => void {
  let isScheduled = false;

  function sweep(): void {
    const now = performance.now();
    const late: Connection[] = [];
    let next = now + shortest;
    for (const connection of connections) {
      if (connection.deadline <= now) late.push(connection);
      next = Math.min(next, connection.deadline);
    }
    const taken = endLate(late);
    isScheduled = connections.size > 0;
    if (isScheduled) sweepIn(Math.max(next - now, MIN_SWEEP_INTERVAL_MS, taken));
  }

  function sweepIn(milliseconds: number): void {
    actIn(milliseconds, sweep);
  }

  return () => {
    if (!isScheduled) sweepIn(shortest);
    isScheduled = true;
  };
}

/**
 * Disconnects clients one after another: they may reconnect at once, and many of them together would slow down others. Returns
 * the milliseconds that this takes.
 */
function endLate(late: readonly Connection[]): number {
  const gap = Math.min(CLOSE_INTERVAL_MS, MAX_SWEEP_MS / late.length);
  for (const [at, connection] of late.entries()) actIn(gap * at, () => connection.endIfLate());
  return gap * late.length;
}

/** Acts after a while. A process that was suspended finds its timers due before it finds what has arrived meanwhile. */
function actIn(milliseconds: number, act: () => void): void {
  setTimeout(() => setImmediate(act), milliseconds).unref();
}
