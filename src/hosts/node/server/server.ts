import { createServer, type Server, type Socket } from 'node:net';
import { defaultTimeouts, type Timeouts, withDefaults } from '../../../http/limits.ts';
import type { AppCore } from '../../../http/types.ts';
import { printBug } from '../log/print.ts';
import type { TlsLayer } from '../tls.ts';
import {
  Admission,
  type ConnectionLimits,
  type ConnectionObserver,
  defaultConnectionLimits,
} from './admission.ts';
import { type BugListener, endWith } from './bug.ts';
import { Connection } from './connection.ts';
import type { ServerContext } from './context.ts';
import type { RequestObserver } from './observer.ts';
import { phaseTimeouts, shortestOf } from './phase-timeouts.ts';
import { Shutdown } from './shutdown.ts';
import { timeoutSweep } from './timeout-sweep.ts';
import { keepAliveHeaders } from './wire.ts';

export interface NodeOptions extends Partial<Timeouts>, Partial<ConnectionLimits> {
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
    onBug: reportBug,
  };
  const keepSweeping = timeoutSweep(connections, shortestOf(context.timeouts));
  const limits = withDefaults<ConnectionLimits>(defaultConnectionLimits, options);
  const admission = new Admission(limits, connectionObserver);

  function accept(socket: Socket): void {
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
