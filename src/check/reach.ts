import { connect } from 'node:net';

/** The milliseconds that a connection may take. */
const TIMEOUT_MS = 10_000;

/** The reason why nothing can be sent to an address; undefined where it can. */
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
    /* v8 ignore next -- @preserve: nothing on a machine of its own takes ten seconds to answer */
    socket.once('timeout', () => end(`no connection within ${TIMEOUT_MS} ms`));
    socket.once('error', (error) => end(reasonOf(error)));
  });
}

/** A host with several addresses fails with an error for each. */
export function reasonOf(error: Error): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return first.message;
}
