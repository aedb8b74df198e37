import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { type Service, startService, styleOf } from '../_service.ts';
import { commands } from './_runtimes.ts';

/** The built command on every runtime that has Node's sockets. */

const USER = '{"email":"ada@example.com"}';

describe.each(inject('commandsOn') ?? [])('on %s', (name) => {
  const runtime = commands[name] ?? [];
  const start = (env: NodeJS.ProcessEnv = {}): Promise<Service> => startService(env, [], undefined, runtime);

  it('the command serves its page with its files, its metrics and its log', async () => {
    const service = await start({ METRICS: 'true' });
    expect((await fetch(await styleOf(service.origin))).headers.get('content-type')).toMatch(/^text\/css/);
    await fetch(`${service.origin}/items/1?quantity=0`);
    const line = JSON.parse(await service.waitForOutput(/^(\{.*"path":"\/items\/1".*\})$/m));
    expect(line).toMatchObject({ level: 'info', method: 'GET', status: 400 });
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toMatch(/^http_requests_total\{.*route="\/items\/\{item_id\}".*\} 1$/m);
    expect(await service.stop()).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends it after the requests in flight', async (signal) => {
    const service = await start();
    const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
    socket.write(
      `POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${USER.length}\r\n\r\n`,
    );
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    const stopped = service.stop(signal);
    await service.waitForOutput(/Assay stops/);
    socket.write(USER);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await stopped).toBe(0);
  });

  it('two workers share its port, a killed one is replaced, and both stop with it', async () => {
    const service = await start({ WORKERS: '2' });
    const pid = JSON.parse(await logged(service)).pid;
    expect(pid).not.toBe(service.pid);
    process.kill(pid, 'SIGKILL');
    await service.waitForOutput(/[Ww]orker .* (?:died|ended)/);
    expect(await logged(service)).toContain('"path":"/livez');
    expect(await service.stop()).toBe(0);
  });
});

let asked = 0;

/** The line of the log for a request of its own. */
async function logged({ origin, waitForOutput }: Service): Promise<string> {
  const path = `/livez-${asked++}`;
  // A connection that is kept might be one of a worker that was killed meanwhile.
  await fetch(origin + path, { headers: { Connection: 'close' } });
  return waitForOutput(new RegExp(`^(\\{.*"path":"${path}".*\\})$`, 'm'));
}
