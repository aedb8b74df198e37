import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { createNodeServer, type NodeOptions } from '../../src/node/server/server.ts';
import { createAssay } from '../../src/practice/app.ts';

export interface Served {
  readonly server: Server;
  port(): number;
}

/** Serves while the tests of a file run, after which nothing may have been thrown in the service. */
export function serve(options: NodeOptions = {}): Served {
  const bugs: unknown[] = [];
  const { listener: server, connections } = createNodeServer(
    createAssay({ onBug: (bug) => bugs.push(bug) }),
    options,
  );
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const connection of connections) connection.destroy();
    await closed;
    expect(bugs).toEqual([]);
  });
  return { server, port: () => (server.address() as AddressInfo).port };
}
