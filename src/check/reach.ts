import { connect } from 'node:net';
import { firstMessage } from '../text/guards.ts';

/** The time limit for a connection. */
const TIMEOUT_MS = 10_000;

/** Returns the reason why an address can't be reached; undefined if it can. */
export function unreachable(address: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || usual, timeout: TIMEOUT_MS });
    const end = (why?: string) => {
      socket.destroy();
      resolve(why);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`no connection within ${TIMEOUT_MS} ms`));
    socket.once('error', (error) => end(firstMessage(error)));
  });
}
