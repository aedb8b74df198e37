import type { Address } from '../../http/types.ts';
import { StartError } from './start-error.ts';

/** The place where a server listens: a port or a Unix socket, with TLS or without. */
export interface Place extends Address {
  /** The path of the Unix socket. */
  readonly socket?: string | undefined;
  readonly isSecure?: boolean;
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
  EADDRINUSE: 'another process is already listening there; set PORT to choose another port',
  EACCES: 'that takes more rights than this user has; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of that name',
};

const reasonsOfSockets: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is already listening there, or there is a file of that name',
  EACCES: 'there is no such folder, or that takes more rights than this user has',
};
