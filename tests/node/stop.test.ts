import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startKeepAliveClients } from '../_keep-alive-clients.ts';
import { startReconnectingClients } from '../_reconnecting-clients.ts';
import { ProcessOutput, preload, startService } from '../_service.ts';
import { EMAIL, posted } from '../wire/_bytes.ts';

/** Stopping the real process, under load and without. */

/** Longer than a stopping service keeps idle connections. */
const LONGER_THAN_GRACE_MS = 600;
/** Longer than any test takes. */
const STOP_DEADLINE = '3600000';

async function connected(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('a signal to stop', () => {
  it('loses no request of 200 keep-alive clients, in twenty rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const service = await startService({ STOP_DEADLINE });
      const clients = await startKeepAliveClients(service.port, 200);
      const exitCode = await service.stop(round % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      expect(await clients.lost()).toBe(0);
      expect(exitCode).toBe(0);
    }
  });

  it.each([
    ['alone', []],
    ['with workers', ['--workers', '2']],
  ])('loses no request of 200 reconnecting clients, in twenty rounds: %s', async (_, args) => {
    const lost: number[] = [];
    for (let round = 0; round < 20; round++) {
      const service = await startService({ STOP_DEADLINE }, args);
      const clients = await startReconnectingClients(service.port, 200);
      expect(await service.stop()).toBe(0);
      lost.push((await clients.end()).lost);
    }
    expect(lost).toEqual(lost.map(() => 0));
  });

  it('answers requests that arrived while the process was stalled', async () => {
    // Stalls soon after the signal, long before idle connections are ended, however busy the machine is.
    const stalling = `import { writeSync } from 'node:fs';
      process.once('SIGTERM', () => setTimeout(() => {
        writeSync(2, 'stalled');
        process.kill(process.pid, 'SIGSTOP');
      }, 100));`;
    const service = await startService({
      ...preload(stalling),
      STOP_DEADLINE,
    });
    const idle = await Promise.all(Array.from({ length: 20 }, () => connected(service.origin)));
    const replies = idle.map((socket) => text(socket).catch(() => 'reset'));
    const ended = service.stop();
    await service.waitForOutput(/stalled/);
    for (const socket of idle) socket.write(posted(EMAIL));
    await wait(LONGER_THAN_GRACE_MS);
    process.kill(service.pid, 'SIGCONT');
    for (const reply of await Promise.all(replies))
      expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close/s);
    expect(await ended).toBe(0);
  });

  it('ends connections without a request', async () => {
    const service = await startService();
    const idle = await connected(service.origin);
    const ended = once(idle.resume(), 'close');
    expect(await service.stop()).toBe(0);
    await ended;
  });

  it('makes the process not ready, while it still answers', async () => {
    const service = await startService();
    const [first, second] = [await connected(service.origin), await connected(service.origin)];
    const ask = async (socket: Socket, path: string) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const [reply] = await once(socket, 'data');
      return String(reply);
    };
    for (const socket of [first, second]) expect(await ask(socket, '/readyz')).toContain('HTTP/1.1 200 OK');
    const stopped = service.stop();
    await service.waitForOutput(/Assay stops/);
    const [ready, alive] = [await ask(first, '/readyz'), await ask(second, '/livez')];
    expect(ready).toContain('HTTP/1.1 503 Service Unavailable');
    expect(ready).toContain('{"detail":"The service is stopping"}');
    expect(alive).toContain('HTTP/1.1 200 OK');
    expect([ready, alive].every((reply) => reply.includes('Connection: close'))).toBe(true);
    expect(await stopped).toBe(0);
  });

  it('answers a request that has begun, after idle connections are closed', async () => {
    const service = await startService({ STOP_DEADLINE });
    const slow = await connected(service.origin);
    slow.write('POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 18\r\n\r\n');
    await once(slow, 'data');
    const idle = await connected(service.origin);
    const closed = once(idle.resume(), 'close');
    const ended = service.stop();
    await closed;
    slow.write('{"email":"a@b.cc"}');
    const [reply] = await once(slow, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await ended).toBe(0);
  });

  it('waits for a slow client only until the deadline', async () => {
    const service = await startService({ STOP_DEADLINE: '300' });
    const slow = await connected(service.origin);
    slow.write('POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n');
    await once(slow, 'data');
    slow.on('error', () => {});
    expect(await service.stop()).toBe(0);
  });

  it('ends the process at once the second time', async () => {
    const service = await startService({ npm_lifecycle_event: undefined, STOP_DEADLINE });
    const slow = await connected(service.origin);
    slow.write('POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n');
    await once(slow, 'data');
    slow.on('error', () => {});
    const ended = service.stop();
    await service.waitForOutput(/Assay stops/);
    await service.stop();
    expect(await ended).toBe(1);
  });

  it('during the start ends the process as well', async () => {
    const slow = `import { Server } from 'node:net';
      const { listen } = Server.prototype;
      Server.prototype.listen = function (...args) {
        console.error('starting');
        setTimeout(() => listen.apply(this, args), 500);
        return this;
      };`;
    const child = spawn(process.execPath, ['dist/entries/node.js', '--port', '0'], {
      env: { ...process.env, ...preload(slow) },
    });
    const exited = once(child, 'exit');
    await new ProcessOutput(child).waitFor(/starting/);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it('counts once if npm repeats the signal of the terminal', async () => {
    const service = await startService({ npm_lifecycle_event: 'start', STOP_DEADLINE });
    const slow = await connected(service.origin);
    slow.write('POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 18\r\n\r\n');
    await once(slow, 'data');
    service.stop('SIGINT');
    const ended = service.stop('SIGTERM');
    await refusedConnection(service.origin);
    slow.write('{"email":"a@b.cc"}');
    const [reply] = await once(slow, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await ended).toBe(0);
  });
});

/** Waits until a connection is refused. */
async function refusedConnection(origin: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const refused = await Promise.race([
    once(socket, 'error').then(() => true),
    once(socket, 'connect').then(() => false),
  ]).catch(() => true);
  socket.destroy();
  if (!refused) await refusedConnection(origin);
}
