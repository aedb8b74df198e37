import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { get } from './_requests.ts';

/** Idle connections that the service closes just when a request is sent. */

const ROUNDS = 10;
const CONNECTIONS = 32;

// The connections of curl end with its process.
const lasting = clients.filter(({ name }) => name !== 'curl');

onEach(
  [...lasting, ...proxies],
  (site) => {
    it('loses no request that may be retried', async () => {
      const { port } = site().service;
      let witness = await open(port);
      for (let round = 0; round < ROUNDS; round++) {
        await site().expectAnswers(...Array.from({ length: CONNECTIONS }, () => [get()]));
        // It is older than the others, and so the first to be closed; they follow one by one.
        await idle(witness);
        const ended = once(witness, 'end');
        witness = await open(port);
        await ended;
      }
      witness.destroy();
    });
  },
  // Long timeouts for connections that have not sent a request yet.
  { IDLE_TIMEOUT: '200', HEADERS_TIMEOUT: '60000', REQUEST_TIMEOUT: '60000' },
);

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends one request, after which the connection is idle. */
async function idle(socket: Socket): Promise<void> {
  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  const [reply] = await once(socket, 'data');
  expect(`${reply}`).toMatch(/^HTTP\/1\.1 200 /);
}
