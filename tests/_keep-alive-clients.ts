import { once } from 'node:events';
import { connect } from 'node:net';

const BODY = '{"email":"ada@example.com"}';
const request = `POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

interface Client {
  /** Settles once the first request is sent, though the service may not have accepted the connection yet. */
  readonly asked: Promise<unknown>;
  /** Settles with the first reply. */
  readonly answered: Promise<unknown>;
  /** The number of unanswered requests, once the connection has ended. */
  readonly lost: Promise<number>;
}

/** Sends one request after another on one connection, until a reply says that it is the last. */
function startClient(port: number): Client {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let asking = true;
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
    if (!received.endsWith('}')) return;
    asking = !/^connection: close/im.test(received);
    received = '';
    if (asking) socket.write(request);
  });
  socket.on('error', () => {});
  const asked = once(socket, 'connect').then(() => socket.write(request));
  const lost = once(socket, 'close').then(() => (asking ? 1 : 0));
  return { asked, answered: once(socket, 'data'), lost };
}

/** Starts clients that send one request after another; waits until all have sent one, and one has its reply. */
export async function startKeepAliveClients(
  port: number,
  count: number,
): Promise<{ lost(): Promise<number> }> {
  const clients = Array.from({ length: count }, () => startClient(port));
  await Promise.all(clients.map(({ asked }) => asked));
  await Promise.any(clients.map(({ answered }) => answered));
  return {
    async lost() {
      const all = await Promise.all(clients.map((client) => client.lost));
      return all.reduce((sum, each) => sum + each, 0);
    },
  };
}
