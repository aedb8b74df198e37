import { once } from 'node:events';
import { connect } from 'node:net';

const BODY = '{"email":"ada@example.com"}';
const request = `POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

interface Client {
  /** The first request has been sent, though the service may not have taken the connection yet. */
  readonly asked: Promise<unknown>;
  /** The first answer has come. */
  readonly answered: Promise<unknown>;
  /** The number of requests that were sent and never answered, once the connection has ended. */
  readonly lost: Promise<number>;
}

/** Sends one request after another on one connection, until a reply says that it is the last. */
function keepAsking(port: number): Client {
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

/** So many clients that keep asking, all of which have asked, and one of which has had its first answer. */
export async function startKeepAliveClients(
  port: number,
  count: number,
): Promise<{ lost(): Promise<number> }> {
  const clients = Array.from({ length: count }, () => keepAsking(port));
  await Promise.all(clients.map(({ asked }) => asked));
  await Promise.any(clients.map(({ answered }) => answered));
  return {
    async lost() {
      const all = await Promise.all(clients.map((client) => client.lost));
      return all.reduce((sum, each) => sum + each, 0);
    },
  };
}
