import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { app as practice } from '../../src/practice/app.ts';

/** A reply before it is sent. */
export interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Changes a reply of the practice service; returns undefined if it has answered the request itself. */
export type Change = (reply: Draft, request: IncomingMessage, response: ServerResponse) => Draft | undefined;

export interface Server {
  readonly address: string;
  /** The number of requests so far. */
  count(): number;
  /** The highest number of concurrent requests. */
  maxOpen(): number;
  close(): Promise<unknown>;
}

type Fetch = (request: Request) => Promise<Response>;

/** Serves the practice service with changed replies, on Node's own server. */
export async function serve(
  change: Change = (reply) => reply,
  fetch: Fetch = practice.fetch,
): Promise<Server> {
  let count = 0;
  let open = 0;
  let maxOpen = 0;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, async (request, response) => {
    count++;
    open++;
    maxOpen = Math.max(maxOpen, open);
    response.once('close', () => open--);
    const draft = await answer(request, fetch);
    const changed = change(draft, request, response);
    if (changed) response.writeHead(changed.status, changed.headers).end(changed.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    maxOpen: () => maxOpen,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, fetch: Fetch): Promise<Draft> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = 'GET', url = '/', headers } = request;
  const body = method === 'GET' || chunks.length === 0 ? null : Buffer.concat(chunks);
  const reply = await fetch(
    new Request(`http://practice.test${url}`, { method, headers: pairsOf(headers), body }),
  );
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
}

function pairsOf(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'connection' || name === 'content-length' ? [] : [[name, String(value)]],
  );
}
