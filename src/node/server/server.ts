import { createServer, type Server } from 'node:net';
import { withDefaults } from '../../http/defaults.ts';
import { defaultTimeouts, type Timeouts } from '../../http/timeouts.ts';
import type { AppCore } from '../../http/types.ts';
import { Connection } from './connection.ts';
import { phaseTimeouts } from './deadline.ts';
import type { RequestObserver } from './observer.ts';
import type { ServerContext } from './session.ts';
import { timeoutSweep } from './timeout-sweep.ts';
import { keepAliveHeaders } from './wire.ts';

export interface NodeOptions extends Partial<Timeouts> {
  /** Is told of every request and its reply. */
  readonly observer?: RequestObserver | undefined;
  /** Whether connections are to end with the replies that are sent now. */
  readonly isStopping?: () => boolean;
}

/** A server, and its open connections. */
export interface NodeServer {
  readonly listener: Server;
  readonly connections: ReadonlySet<Connection>;
}

/** Carries the service on Node's sockets. */
export function createNodeServer(app: AppCore, options: NodeOptions = {}): NodeServer {
  const patience = withDefaults<Timeouts>(defaultTimeouts, options);
  const terms: ServerContext = {
    app,
    maxRequests: patience.requestsPerConnection,
    keepAliveHeaders: keepAliveHeaders(patience.idleTimeout),
    observer: options.observer,
    isStopping: options.isStopping ?? (() => false),
  };
  const allowances = phaseTimeouts(patience);
  const connections = new Set<Connection>();
  const keepWatch = timeoutSweep(connections, Math.min(...Object.values(allowances)));
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const connection = new Connection(socket, terms, allowances);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    keepWatch();
  });
  return { listener, connections };
}
