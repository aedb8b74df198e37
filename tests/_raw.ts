import { once } from 'node:events';
import { connect } from 'node:net';

/** A raw reply, and its parts. */
export interface RawReply {
  readonly text: string;
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends these bytes, one character each, and reads until the server ends the connection. */
export async function sendRaw(port: number, request: string): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request, 'latin1');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { text, head, status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]), body: rest.join('\r\n\r\n') };
}

/**
 * Sends these bytes to a server with short timeouts, and tries again until it replies: a client that is delayed between
 * connecting and sending is disconnected without a reply.
 */
export async function sendUntilRead(port: number, request: string): Promise<RawReply> {
  const reply = await sendRaw(port, request);
  return reply.text === '' ? sendUntilRead(port, request) : reply;
}
