import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../_service.ts';

/** Health check, start line and log of a service whose routes are not at their usual paths. */

const folder = mkdtempSync(join(tmpdir(), 'assay-monitoring-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const lamps = written(
  'lamps.json',
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, paths: {} }),
);

/** A service whose `/livez` is an endpoint, and whose probes have other paths. */
const moved = written(
  'moved.mjs',
  `import { createApp } from '${pathToFileURL('dist/index.js')}';
  const live = { method: 'GET', path: '/livez', summary: 'Live', reply: { status: 204 } };
  export default createApp(
    { title: 'Lamps', version: '1', endpoints: { live } },
    { live: () => undefined },
    { basePath: '/api', routes: { livez: '/alive', readyz: false, docs: '/manual' } },
  );`,
);

async function healthOf(env: NodeJS.ProcessEnv): Promise<unknown> {
  const child = spawn(process.execPath, ['dist/entries/health.js'], { env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return code;
}

/** Stops a service, and returns the paths of the requests in its log. */
async function pathsLogged(service: Service): Promise<string[]> {
  expect(await service.stop()).toBe(0);
  const logged = service.output().match(/^\{.*\}$/gm) ?? [];
  return logged.flatMap((line) => JSON.parse(line).path ?? []);
}

/** The address of the documentation in the start line. */
function documentationOf(service: Service): string {
  return /documentation at ([^"]+)"/.exec(service.output())?.[1] ?? '';
}

const prefixed = { BASE_PATH: '/api', METRICS: 'true' };

describe.each(['1', '2'])('a service below a base path, with %s workers', (WORKERS) => {
  it('is healthy until it stops', async () => {
    const service = await startService({ ...prefixed, WORKERS }, [lamps]);
    const env = { ...prefixed, PORT: String(service.port) };
    expect(await healthOf(env)).toBe(0);
    expect(await healthOf({ ...env, BASE_PATH: '/other' })).toBe(1);
    expect(await service.stop()).toBe(0);
    expect(await healthOf(env)).toBe(1);
  });

  it('names the page of its documentation at start', async () => {
    const service = await startService({ ...prefixed, WORKERS }, [lamps]);
    expect(documentationOf(service)).toBe(`${service.origin}/api/docs`);
    expect((await fetch(documentationOf(service))).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('logs its probes at the level debug, and no others', async () => {
    const service = await startService({ ...prefixed, WORKERS }, [lamps]);
    for (const path of ['/api/livez', '/api/readyz', '/api/metrics'])
      expect((await fetch(service.origin + path)).status, path).toBe(200);
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await fetch(service.origin + path)).status, path).toBe(404);
    expect((await pathsLogged(service)).sort()).toEqual(['/livez', '/metrics', '/readyz']);
  });
});

describe('a service with paths of its own', () => {
  it('names its page, and logs as probes the requests to its own paths', async () => {
    const service = await startService({}, [moved]);
    expect(documentationOf(service)).toBe(`${service.origin}/api/manual`);
    const statuses: number[] = [];
    for (const path of ['/api/alive', '/api/livez', '/api/readyz', '/api/metrics'])
      statuses.push((await fetch(service.origin + path)).status);
    expect(statuses).toEqual([200, 204, 404, 404]);
    expect(await pathsLogged(service)).toEqual(['/api/livez', '/api/readyz', '/api/metrics']);
  });
});
