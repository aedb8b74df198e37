import type { AddressInfo, Server } from 'node:net';
import type { Address } from '../http/listening.ts';

/** Listens, and gives the address under which this machine reaches the server. */
export function listen(server: Server, { port, host }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    // Later errors are connections that can't be accepted, for want of file descriptors: the next one may be.
    server.on('error', reject);
    server.listen(port, host, () => {
      resolve(originOf({ port: (server.address() as AddressInfo).port, host }));
    });
  });
}

/** The address under which this machine reaches a place. */
export function originOf({ port, host }: Address): string {
  return `http://${reachable(host)}:${port}`;
}

/** Of a wildcard address it is only this machine's own name that can be typed into a browser. */
function reachable(host: string | undefined): string {
  if (host === undefined || host === '::' || host === '0.0.0.0') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Says in one sentence why a server can't listen. */
export function explain(error: NodeJS.ErrnoException, { port, host }: Address): string {
  const place = host === undefined ? `port ${port}` : `${host}, port ${port}`;
  const why = Object.hasOwn(reasons, error.code ?? '') ? reasons[error.code ?? ''] : error.message;
  return `Assay can't listen on ${place}: ${why}`;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else does already; set PORT to choose another port',
  EACCES: 'that takes more rights than this user has; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of that name',
};
