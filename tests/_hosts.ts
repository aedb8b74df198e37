import { request as httpRequest } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createFetch } from '../src/fetch/fetch.ts';
import type { AppCore } from '../src/http/types.ts';
import { createNodeServer } from '../src/node/server/server.ts';

/** A request in full. Repeated headers are given as a list. */
export interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly bytes: Uint8Array;
}

/** One way to reach the service. */
export interface Connection {
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export interface Host {
  readonly name: string;
  open(app: AppCore): Promise<Connection>;
}

const nodeHost: Host = {
  name: 'the Node host, over a socket',
  async open(app) {
    const { listener: server } = createNodeServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      send: (sent) => sendOverSocket(server, sent),
      close: () => new Promise((resolve) => server.close(() => resolve())),
    };
  },
};

const fetchHost: Host = {
  name: 'the Fetch host',
  async open(app) {
    const fetch = createFetch(app);
    return {
      async send({ method = 'GET', target, headers = {}, body }) {
        const pairs = Object.entries(headers).flatMap(([name, value]) =>
          [value].flat().map((each) => [name, each]),
        );
        const request = new Request(`http://assay.test${target}`, {
          method,
          headers: pairs as [string, string][],
          body: typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null),
        });
        const response = await fetch(request);
        const bytes = Buffer.from(await response.arrayBuffer());
        return { status: response.status, headers: response.headers, body: bytes.toString(), bytes };
      },
      close: async () => {},
    };
  },
};

/** Every host there is; what is promised holds on each. */
export const hosts: readonly Host[] = [nodeHost, fetchHost];

function sendOverSocket(
  server: Server,
  { method = 'GET', target, headers = {}, body }: Sent,
): Promise<Received> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, method, path: target, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const received = Object.entries(response.headersDistinct);
      const bytes = Buffer.concat(chunks);
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(
          received.flatMap(([name, values]) =>
            (values ?? []).map((value) => [name, value] as [string, string]),
          ),
        ),
        body: bytes.toString(),
        bytes,
      });
    });
    request.once('error', reject).end(body);
  });
}
