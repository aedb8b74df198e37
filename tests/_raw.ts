import { once } from 'node:events';
import { connect } from 'node:net';

/** A reply over a socket, byte for byte, and its parts. */
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
 * Sends these bytes to a server whose patience is short, until it has read some of them: a client that was held up
 * between connecting and sending is let go without a word.
 */
export async function sendUntilRead(port: number, request: string): Promise<RawReply> {
  const reply = await sendRaw(port, request);
  return reply.text === '' ? sendUntilRead(port, request) : reply;
}
