import { once } from 'node:events';
import { createServer } from 'node:http';
import * as http2 from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { inject } from 'vitest';
import { createFetch } from '../src/hosts/fetch.ts';
import { createListener } from '../src/hosts/node/host.ts';
import { createNodeServer } from '../src/hosts/node/server/server.ts';
import { openTls } from '../src/hosts/node/tls.ts';
import type { AppCore } from '../src/http/types.ts';
import { makeCertificate } from './_certificate.ts';
import { type Received, type Sent, sendOverSocket } from './_socket.ts';
import { remoteHost } from './everywhere/_remote.ts';

export type { Received, Sent };

/** One way to reach the service. */
export interface Connection {
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export interface Host {
  readonly name: string;
  /** False where a header can't be repeated: Node's HTTP/2 client refuses to. */
  readonly canRepeat?: false;
  /** True for an app in another process, which tests see only from outside. */
  readonly isRemote?: true;
  /** Tells which apps it carries; all by default. */
  readonly carries?: (app: AppCore) => boolean;
  open(app: AppCore): Promise<Connection>;
}

const nodeHost: Host = {
  name: 'the Node host, over a socket',
  async open(app) {
    const { listener: server } = createNodeServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      send: (sent) => sendOverSocket(portOf(server), sent),
      close: () => new Promise((resolve) => server.close(() => resolve())),
    };
  },
};

const secureHost: Host = {
  name: 'the Node host, over TLS',
  async open(app) {
    const tls = await openTls();
    tls.use(makeCertificate('one'));
    const { listener: server } = createNodeServer(app, { tls });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      send: (sent) => sendOverSocket(portOf(server), sent, httpsRequest),
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

const httpHost: Host = {
  name: 'node:http, with the listener',
  async open(app) {
    // Above the app's own limit, so that the app refuses, not Node.
    const server = createServer({ maxHeaderSize: 64 * 1024 }, createListener(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      send: (sent) => sendOverSocket(portOf(server), sent),
      close: () => new Promise((resolve) => server.close(() => resolve())),
    };
  },
};

const http2Host: Host = {
  name: 'node:http2, with the listener',
  canRepeat: false,
  async open(app) {
    const server = http2.createServer(createListener(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return {
      send: (sent) => sendOverStream(session, sent),
      close: async () => {
        session.close();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Every host, or the other runtimes that were started. */
export const hosts: readonly Host[] = inject('runtimes')?.map(remoteHost) ?? [
  nodeHost,
  secureHost,
  fetchHost,
  httpHost,
  http2Host,
];

async function sendOverStream(
  session: http2.ClientHttp2Session,
  { method = 'GET', target, headers = {}, body }: Sent,
): Promise<Received> {
  // HTTP/2 forbids white space around values (RFC 9113, 8.2.1).
  const trimmed = Object.entries(headers).map(([name, value]) => [
    name,
    [value].flat().map((each) => each.trim()),
  ]);
  const stream = session.request({ ...Object.fromEntries(trimmed), ':method': method, ':path': target });
  stream.end(body);
  const [received] = await once(stream, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { ':status': status = 0, ...rest } = received;
  const fields = Object.entries<string | string[]>(rest).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)] as [string, string]),
  );
  const bytes = Buffer.concat(chunks);
  return { status, headers: new Headers(fields), body: bytes.toString(), bytes };
}

/** The hosts that carry an app. */
export function hostsOf(app: AppCore): readonly Host[] {
  return hosts.filter(({ carries = () => true }) => carries(app));
}

/** Leaves the Fetch host, which adds least to an app, and the other runtimes. */
export function plainestOf(all: readonly Host[]): readonly Host[] {
  return all.filter((host) => host === fetchHost || host.isRemote);
}
