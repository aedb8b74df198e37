import { lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import type { Address } from '../../http/types.ts';
import { defined } from '../../text/guards.ts';
import { isWorker } from './process.ts';

/** The place where a server listens: a port or a Unix socket, with TLS or without. */
export interface Place extends Address {
  /** The path of the Unix socket. */
  readonly socket?: string | undefined;
  readonly isSecure?: boolean;
  /** True for a listener beside that of the service; a socket that is handed over is not for it. */
  readonly isBeside?: boolean;
}

/** Returns the address at which this machine can reach a place. */
export function originOf({ port, host, socket, isSecure = false }: Place): string {
  if (socket !== undefined) return `unix:${socket}`;
  return `${isSecure ? 'https' : 'http'}://${reachable(host)}:${port}`;
}

/** Returns a host that can be typed into a browser. A wildcard address is replaced by this machine's own name. */
function reachable(host: string | undefined): string {
  if (host === undefined || host === '::' || host === '0.0.0.0') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Explains in one sentence why a server cannot listen. */
export function explain(error: NodeJS.ErrnoException, title: string, { port, host, socket }: Place): string {
  if (error instanceof StartError) return error.message;
  const place = socket ?? (host === undefined ? `port ${port}` : `${host}, port ${port}`);
  const reasons = socket === undefined ? reasonsOfPorts : reasonsOfSockets;
  const { code = '', message } = error;
  const why = Object.hasOwn(reasons, code) ? reasons[code] : message;
  return `${title} can't listen on ${place}: ${why}`;
}

const reasonsOfPorts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is already listening there; choose another port',
  EACCES: 'that takes more rights than this user has; choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of that name',
};

const reasonsOfSockets: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is already listening there, or there is a file of that name',
  EACCES: 'there is no such folder, or that takes more rights than this user has',
};

/** The connections that may wait until they are accepted, if the system allows as many. Others have to try again after a second. */
const MAX_WAITING = 65_535;

/** Listens, and returns the address at which this machine can reach the server. */
export function listen(server: Server, place: Place): Promise<string> {
  const { port, host, socket } = place;
  return new Promise((resolve, reject) => {
    checkHandedOver();
    const fd = socketFor(place);
    const finish = () => resolve(originOf(actual(server, place)));
    // Later errors do not matter: a connection could not be accepted, for lack of file descriptors, but the next one may be.
    server.on('error', reject);
    const where = fd !== undefined ? { fd } : socket !== undefined ? { path: socket } : { port, host };
    server.listen({ ...where, backlog: MAX_WAITING }, finish);
  });
}

/**
 * Returns the place where a server listens, which may not be the requested one: a free port, or a socket that was handed over.
 */
function actual(server: Server, place: Place): Place {
  const address = defined(server.address());
  if (typeof address === 'string') return { ...place, socket: address };
  const host = socketFor(place) === undefined ? place.host : address.address;
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

/** The first file descriptor that is handed to a process. */
const FIRST_FD = 3;

/**
 * Returns the descriptor of a socket on which another process already listens, as systemd does
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html). It keeps listening while the service restarts.
 * Workers do not inherit the socket: they ask the first process for it.
 */
export function handedOver(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  const owner = isWorker ? process.ppid : process.pid;
  return LISTEN_PID === String(owner) && Number(LISTEN_FDS) >= 1 ? FIRST_FD : undefined;
}

/** Returns the descriptor of a socket that was handed over for a place. */
function socketFor({ isBeside = false }: Place): number | undefined {
  return isBeside ? undefined : handedOver();
}

/** Throws if more than one socket was handed over, because nobody would answer on the others. */
function checkHandedOver(): void {
  const { LISTEN_FDS } = process.env;
  if (handedOver() !== undefined && LISTEN_FDS !== '1')
    throw new StartError(`The service was handed ${LISTEN_FDS} sockets, but takes one`);
}

/** The reason why a service cannot start, in one sentence. */
export class StartError extends Error {}
