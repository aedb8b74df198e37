import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../../src/hosts/node/place.ts';
import { ProcessOutput } from '../_service.ts';

/** More connections than file descriptors. */

it.skipIf(process.platform === 'win32')('a service that runs out of file descriptors recovers', async () => {
  const run = `ulimit -n 60 && exec ${process.execPath} dist/entries/node.js --port 0 --host 127.0.0.1`;
  const child = spawn('sh', ['-c', run]);
  const exited = once(child, 'exit');
  const origin = await new ProcessOutput(child).waitFor(/ listens on ([^\s,]+)/);
  const sockets = Array.from({ length: 200 }, () => connect(Number(new URL(origin).port), '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await Promise.all(sockets.map((socket) => once(socket.on('error', () => {}).destroy(), 'close')));
  const answer = await fetch(origin);
  expect(answer.status).toBe(200);
  child.kill();
  expect(await exited).toEqual([0, null]);
});

it('a connection that cannot be accepted does not end the service', async () => {
  const server = createServer();
  await listen(server, { port: 0, host: '127.0.0.1' });
  expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
  await new Promise((resolve) => server.close(resolve));
});
