import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reply } from '../http/reply.ts';

/** How long a client that is still sending is listened to after its refusal, in milliseconds. */
const lingering = 2000;

/** Connections on which the last reply is under way. */
const ending = new WeakSet<Duplex>();

/** Whether a connection has been sent its last reply already. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket);
}

/** The newest response of each connection; whoever waits for it waits for all before it. */
const newest = new WeakMap<Duplex, ServerResponse>();

/** Remembers that a request of this connection is being answered. */
export function expectResponse(socket: Duplex, response: ServerResponse): void {
  newest.set(socket, response);
}

/** The newest response of a connection, if it has not been sent yet. */
export function pendingOn(socket: Duplex): ServerResponse | undefined {
  const response = newest.get(socket);
  return response?.writableFinished ? undefined : response;
}

/** Sends a reply on a connection that goes on. */
export function respond(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, headersOf(reply)).end(reply.body);
}

/** Sends a reply to a request of which the rest can't be read, and ends the connection. */
export function respondAtOnce(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, [...headersOf(reply), 'Connection', 'close']).end(reply.body);
}

/**
 * Sends a reply after which the connection ends. A connection that ends while its client is still sending is
 * reset, and the client may never see the reply; so what it sends is discarded first, for a while.
 */
export function respondLast(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  ending.add(request.socket);
  response.writeHead(reply.status, [...headersOf(reply), 'Connection', 'close']);
  response.write(reply.body);
  const end = () => {
    clearTimeout(deadline);
    response.end();
  };
  const deadline = setTimeout(end, lingering);
  request.once('end', end).once('close', end).resume();
}

function headersOf({ status, headers, body }: Reply): string[] {
  return status === 204 ? [...headers] : [...headers, 'Content-Length', String(Buffer.byteLength(body))];
}
