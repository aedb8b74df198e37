import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../src/hosts/node/place.ts';

export interface Proxy {
  /** The address of the service from outside, prefix included. */
  readonly address: string;
  close(): void;
}

/** Starts a proxy that strips a path prefix before it forwards a request, and may add headers. */
export async function startProxy(
  prefix: string,
  origin: string,
  added: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  const server = createServer((incoming, response) => {
    if (incoming.url?.startsWith(`${prefix}/`)) {
      forward(`${origin}${incoming.url.slice(prefix.length)}`, { incoming, response, added });
    } else response.writeHead(404).end();
  });
  const address = await listen(server, { port: 0, host: '127.0.0.1' });
  return {
    address: `${address}${prefix}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly added: Readonly<Record<string, string>>;
}

function forward(address: string, { incoming, response, added }: Exchange): void {
  const { method, headers } = incoming;
  const outgoing = request(address, { method, headers: { ...headers, ...added } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.once('error', () => response.destroy());
  incoming.pipe(outgoing);
}
