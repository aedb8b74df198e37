import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Connection } from '../../src/hosts/node/server/connection.ts';
import { createNodeServer, type NodeOptions } from '../../src/hosts/node/server/server.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { Route } from '../../src/http/types.ts';
import { practiceCore } from '../_practice.ts';

export interface Served {
  readonly server: Server;
  readonly connections: ReadonlySet<Connection>;
  port(): number;
}

/** Serves during the tests of a file, and expects no bug at the end. */
export function serve(options: NodeOptions = {}, hostRoutes: readonly Route[] = []): Served {
  const bugs: unknown[] = [];
  const onBug = (bug: unknown) => bugs.push(bug);
  const app = practiceCore({ onBug, hostRoutes });
  const { listener: server, connections } = createNodeServer(app, { onBug, ...options });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const connection of connections) connection.destroy();
    await closed;
    expect(bugs).toEqual([]);
  });
  return { server, connections, port: () => (server.address() as AddressInfo).port };
}

/** A route that never replies. */
export const neverRoute: Route = {
  method: 'GET',
  path: '/never',
  answer: () => ({ kind: 'pending', reply: new Promise(() => {}), abort() {} }),
};

/** A route that replies after 20 ms. */
export function laterRoute(path: string, reply: Reply): Route {
  const later = () => new Promise<Reply>((resolve) => setTimeout(resolve, 20, reply));
  return { method: 'GET', path, answer: () => ({ kind: 'pending', reply: later(), abort() {} }) };
}
