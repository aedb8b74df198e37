import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { preload, startService } from '../_service.ts';

/** Ending idle connections in the real process. */

const REQUEST = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
const CLIENTS = 200;
/** Longer than it takes to end that many idle connections. */
const LONGER_THAN_ENDING_MS = 2 * CLIENTS;

/** Connects, and has a request answered. */
async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await replyTo(socket);
  return socket.resume();
}

/** Returns the reply; something else if the connection is closed without one. */
async function replyTo(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  const [reply] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return String(reply);
}

/** Once told to, suspends the process when the next connection is closed: others are about to be. */
const suspending = `import { Server } from 'node:net';
  const { emit } = Server.prototype;
  let isToldTo = false;
  process.once('SIGUSR2', () => { isToldTo = true; });
  Server.prototype.emit = function (event, ...args) {
    if (event === 'connection')
      args[0].once('close', () => {
        if (isToldTo) process.kill(process.pid, 'SIGSTOP');
        isToldTo = false;
      });
    return emit.call(this, event, ...args);
  };`;

async function suspended(pid: number): Promise<void> {
  while (!/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) await wait(1);
}

it('answers requests that arrive while it is suspended, in the middle of ending idle connections', async () => {
  const service = await startService({ ...preload(suspending), IDLE_TIMEOUT: '2000' });
  const all = await Promise.all(Array.from({ length: CLIENTS }, () => connected(service.port)));
  process.kill(service.pid, 'SIGUSR2');
  await suspended(service.pid);
  const open = all.filter(({ readableEnded }) => !readableEnded);
  const replies = open.map((socket) => replyTo(socket).catch(() => 'reset'));
  await wait(LONGER_THAN_ENDING_MS);
  process.kill(service.pid, 'SIGCONT');
  const answered = (await Promise.all(replies)).filter((reply) => reply.startsWith('HTTP/1.1 200 OK'));
  // Those that were about to be closed at that moment are lost.
  expect(answered.length).toBeGreaterThan(open.length / 2);
  await service.stop();
});
