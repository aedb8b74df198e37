import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Reading, ReadRequest } from './_reading.ts';

/** A connection to Node's own HTTP server, which takes any stream for one. Nothing on it is ever answered. */
class Connection extends Duplex {
  readonly received: Received[] = [];
  isRefused = false;

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    done();
  }
}

interface Received {
  readonly message: IncomingMessage;
  body: string;
}

function receive(message: IncomingMessage): void {
  const connection: Duplex = message.socket;
  const received: Received = { message, body: '' };
  if (connection instanceof Connection) connection.received.push(received);
  message.setEncoding('latin1').on('data', (text: string) => {
    received.body += text;
  });
}

const server = createServer({ insecureHTTPParser: false, requireHostHeader: false }, receive)
  .on('checkContinue', receive)
  .on('checkExpectation', receive)
  .on('clientError', (_, connection) => {
    if (connection instanceof Connection) connection.isRefused = true;
  });

/** The requests that Node reads of a stream. All of it is at hand, so that one round of the event loop is enough. */
export async function readByNode(stream: Buffer): Promise<Reading> {
  const connection = new Connection();
  server.emit('connection', connection);
  connection.push(stream);
  await setImmediate();
  const { received, isRefused } = connection;
  connection.destroy();
  const begun = received.find(({ message }) => !message.complete);
  return {
    requests: received.filter(({ message }) => message.complete).map(requestOf),
    begun: begun && { ...requestOf(begun), body: '' },
    state: isRefused ? 'refused' : 'waiting',
  };
}

function requestOf({ message: { method, url, rawHeaders }, body }: Received): ReadRequest {
  return { method, target: url, fields: rawHeaders, body };
}
