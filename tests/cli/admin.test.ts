import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../_free-port.ts';
import { runService, type Service, startService } from '../_service.ts';

/** Health and metrics on a port of their own. */

const folder = mkdtempSync(join(tmpdir(), 'assay-admin-'));
afterAll(() => rmSync(folder, { recursive: true }));

const paths = ['/livez', '/readyz', '/metrics'];
const withMetrics = { METRICS: 'true', ADMIN_PORT: '0' };

/** Returns the address of the other listener, which the start line names. */
function adminOf(service: Service): string {
  return /health and metrics at ([^\s,"]+)/.exec(service.output())?.[1] ?? '';
}

async function statusesOf(origin: string, all = paths): Promise<number[]> {
  return Promise.all(all.map(async (path) => (await fetch(origin + path)).status));
}

/** The file for which the service waits, with its event loop blocked. */
const released = join(folder, 'released');

/** Starts a service of a module whose app may be ready or not, and may block its process until there is a file. */
function startModule(env: NodeJS.ProcessEnv) {
  rmSync(released, { force: true });
  const file = join(folder, 'lamps.mjs');
  const get = `endpoint({ method: 'GET', path: '/lamps', summary: 'Wait', reply: { status: 204 } })`;
  const set = `endpoint({ method: 'POST', path: '/broken', summary: 'Break', reply: { status: 204 } })`;
  const block = `endpoint({ method: 'POST', path: '/blocked', summary: 'Block', reply: { status: 204 } })`;
  writeFileSync(
    file,
    `import { existsSync } from 'node:fs';
import { createApp, endpoint } from '${pathToFileURL('dist/index.js')}';
let ready = true;
const contract = { title: 'Lamps', version: '1', endpoints: { get: ${get}, set: ${set}, block: ${block} } };
function block() {
  process.stderr.write('is blocked\\n');
  while (!existsSync('${released}'));
}
export default createApp(contract, { get: () => {}, set: () => { ready = false; }, block }, { ready: () => ready });
`,
  );
  return startService(env, [file]);
}

describe.each(['1', '2'])('with --admin-port and %s workers', (WORKERS) => {
  it('are there, and no longer at the service itself', async () => {
    const service = await startService({ ...withMetrics, WORKERS });
    await fetch(`${service.origin}/users/`);
    expect(await statusesOf(adminOf(service))).toEqual([200, 200, 200]);
    expect(await statusesOf(service.origin)).toEqual([404, 404, 404]);
    const metrics = await (await fetch(`${adminOf(service)}/metrics`)).text();
    expect(metrics).toMatch(/^http_requests_total\{route="\/users\/",method="GET",status="200"\} 1$/m);
    expect(metrics).not.toContain('livez');
    expect(await statusesOf(adminOf(service), ['/docs', '/openapi.json', '/users/'])).toEqual([
      404, 404, 404,
    ]);
    expect(await service.stop()).toBe(0);
  });

  it('answer although the service takes no more connections', async () => {
    const service = await startService({ ...withMetrics, WORKERS, MAX_CONNECTIONS: '1' });
    const held = Array.from({ length: 4 }, () => connect(service.port, '127.0.0.1'));
    for (const socket of held) socket.on('error', () => {});
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    expect(await statusesOf(adminOf(service))).toEqual([200, 200, 200]);
    for (const socket of held) socket.destroy();
    expect(await service.stop()).toBe(0);
  });

  it('are what the health check of a container asks', async () => {
    const env = { ...withMetrics, WORKERS, ADMIN_PORT: String(await freePort()), BASE_PATH: '' };
    const service = await startService(env);
    const health = spawn(process.execPath, ['dist/entries/health.js'], {
      env: { ...process.env, ...env, PORT: '1' },
    });
    expect((await once(health, 'exit'))[0]).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  it('make the command exit with 1 if the port is taken', async () => {
    const port = String(await freePort());
    const service = await startService({ ADMIN_PORT: port });
    const { code, stderr } = await runService({ ADMIN_PORT: port, PORT: '0', HOST: '127.0.0.1', WORKERS });
    expect([code, stderr]).toEqual([
      1,
      `Assay can't listen on 127.0.0.1, port ${port}: another process is already listening there; choose another port\n`,
    ]);
    expect(await service.stop()).toBe(0);
  });
});

it('have no metrics without --metrics', async () => {
  const service = await startService({ ADMIN_PORT: '0' });
  expect(await statusesOf(adminOf(service))).toEqual([200, 200, 404]);
  expect(await service.stop()).toBe(0);
});

describe.each(['1', '2'])('with %s workers', (WORKERS) => {
  it('say if the app is ready', async () => {
    const service = await startModule({ ADMIN_PORT: '0', WORKERS });
    const probes = ['/livez', '/readyz'];
    expect(await statusesOf(adminOf(service), probes)).toEqual([200, 200]);
    await fetch(`${service.origin}/broken`, { method: 'POST' });
    expect(await statusesOf(adminOf(service), probes)).toEqual([200, 503]);
    expect(await service.stop()).toBe(0);
  });

  it('answer while the service is busy, with what it said last', async () => {
    const service = await startModule({ ...withMetrics, WORKERS });
    await fetch(`${service.origin}/lamps`);
    expect(await statusesOf(adminOf(service))).toEqual([200, 200, 200]);
    const blocked = fetch(`${service.origin}/blocked`, { method: 'POST' });
    await service.waitForOutput(/is blocked/);
    expect(await statusesOf(adminOf(service))).toEqual([200, 200, 200]);
    const metrics = await (await fetch(`${adminOf(service)}/metrics`)).text();
    expect(metrics).toMatch(/^http_requests_total\{route="\/lamps",method="GET",status="204"\} 1$/m);
    writeFileSync(released, '');
    expect((await blocked).status).toBe(204);
    expect(await service.stop()).toBe(0);
  });
});
