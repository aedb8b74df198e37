import { once } from 'node:events';
import type { Server } from 'node:net';
import { createListener } from '../../src/hosts/node/host.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { apps } from '../_apps.ts';

/** The server for runtimes that have the sockets of Node, or its `http`. */

/** The practice service, for `node:http` and what is like it. */
export const listener = createListener(apps.practice);

/** Serves each app on a port of its own, and returns the ports by name. */
export async function listenToAll(): Promise<Record<string, number>> {
  const listening = Object.entries(apps).map(async ([name, app]): Promise<[string, number]> => {
    const server: Server = createNodeServer(app).listener.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return [name, typeof address === 'object' ? (address?.port ?? 0) : 0];
  });
  return Object.fromEntries(await Promise.all(listening));
}
