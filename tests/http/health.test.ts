import { expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';
import { hostsOf } from '../_hosts.ts';

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
