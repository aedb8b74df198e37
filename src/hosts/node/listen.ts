import { lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { defined } from '../../text/guards.ts';
import { checkHandedOver, handedOver } from './handed-over.ts';
import { originOf, type Place } from './place.ts';

/** Listens, and returns the address at which this machine can reach the server. */
export function listen(server: Server, place: Place): Promise<string> {
  const { port, host, socket } = place;
  return new Promise((resolve, reject) => {
    checkHandedOver();
    const fd = handedOver();
    const finish = () => resolve(originOf(actual(server, place)));
    // Later errors do not matter: a connection could not be accepted, for lack of file descriptors, but the next one may be.
    server.on('error', reject);
    if (fd !== undefined) server.listen({ fd }, finish);
    else if (socket !== undefined) server.listen(socket, finish);
    else server.listen(port, host, finish);
  });
}

/**
 * Returns the place where a server listens, which may not be the requested one: a free port, or a socket that was handed over.
 */
function actual(server: Server, place: Place): Place {
  const address = defined(server.address());
  if (typeof address === 'string') return { ...place, socket: address };
  const host = handedOver() === undefined ? place.host : address.address;
  return { ...place, port: address.port, host, socket: undefined };
}

/** Removes the Unix socket of a killed process, on which nobody listens any more. Removes nothing else. */
export async function removeStaleSocket({ socket }: Place): Promise<void> {
  if (socket === undefined) return;
  const isSocket = await lstat(socket).then(
    (file) => file.isSocket(),
    () => false,
  );
  if (isSocket && (await isStale(socket))) await unlink(socket);
}

function isStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
