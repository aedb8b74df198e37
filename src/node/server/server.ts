import { createServer, type Server } from 'node:net';
import { withDefaults } from '../../http/defaults.ts';
import type { App } from '../../http/types.ts';
import { Connection } from './connection.ts';
import type { Aside, Terms } from './session.ts';
import { watchman } from './timeout-sweep.ts';
import { defaultPatience, type Patience } from './timeouts.ts';
import { allowancesOf } from './deadline.ts';
import type { Watch } from './observer.ts';
import { keepAlive } from './wire.ts';

export interface NodeOptions extends Partial<Patience> {
  /** Answers what is no matter of the service, and takes its time. */
  readonly aside?: Aside | undefined;
  /** Is told of every request and its reply. */
  readonly watch?: Watch | undefined;
  /** Whether connections are to end with the replies that are sent now. */
  readonly isStopping?: () => boolean;
}

/** A server, and its open connections. */
export interface NodeServer {
  readonly listener: Server;
  readonly connections: ReadonlySet<Connection>;
}

/** Carries the service on Node's sockets. */
export function createNodeServer(app: App, options: NodeOptions = {}): NodeServer {
  const patience = withDefaults<Patience>(defaultPatience, options);
  const terms: Terms = {
    app,
    mostRequests: patience.requestsPerConnection,
    kept: keepAlive(patience.idleTimeout),
    aside: options.aside,
    watch: options.watch,
    isStopping: options.isStopping ?? (() => false),
  };
  const allowances = allowancesOf(patience);
  const connections = new Set<Connection>();
  const keepWatch = watchman(connections, Math.min(...Object.values(allowances)));
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const connection = new Connection(socket, terms, allowances);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    keepWatch();
  });
  return { listener, connections };
}
