import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';
import { hostsOf } from '../_hosts.ts';
import { startService } from '../_service.ts';

/** Health checks. */

onEveryHost((send) => {
  it.each(['/livez', '/readyz'])('GET %s answers 200', async (target) => {
    const { status, json } = await send({ target });
    expect(status).toBe(200);
    expect(json).toEqual({ status: 'ok' });
    expect((await send({ method: 'HEAD', target })).status).toBe(200);
    expect((await send({ method: 'POST', target })).status).toBe(405);
  });
});

it.each(hostsOf(apps.notReady))('a stopping service is alive, but not ready, on $name', async (host) => {
  const connection = await host.open(apps.notReady);
  expect((await connection.send({ target: '/livez' })).status).toBe(200);
  const { status, body, headers } = await connection.send({ target: '/readyz' });
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({ detail: 'The service is stopping' });
  expect(headers.get('cache-control')).toBe('no-store');
  await connection.close();
});

it('a process is not ready after the signal to stop, while it still answers', async () => {
  const service = await startService();
  const sockets = [connect(service.port, '127.0.0.1'), connect(service.port, '127.0.0.1')];
  const ask = async (socket: Socket | undefined, path: string) => {
    socket?.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [reply] = socket ? await once(socket, 'data') : [];
    return String(reply);
  };
  for (const socket of sockets) expect(await ask(socket, '/readyz')).toContain('HTTP/1.1 200 OK');
  const stopped = service.stop();
  await service.waitForOutput(/Assay stops/);
  const [ready, alive] = [await ask(sockets[0], '/readyz'), await ask(sockets[1], '/livez')];
  expect(ready).toContain('HTTP/1.1 503 Service Unavailable');
  expect(ready).toContain('{"detail":"The service is stopping"}');
  expect(alive).toContain('HTTP/1.1 200 OK');
  expect([ready, alive].every((reply) => reply.includes('Connection: close'))).toBe(true);
  expect(await stopped).toBe(0);
});
