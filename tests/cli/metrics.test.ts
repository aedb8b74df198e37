import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Family, readMetrics } from '../_prometheus.ts';
import { sendRaw } from '../_raw.ts';
import { type Service, startService } from '../_service.ts';

/** The metrics of the real process, parsed as Prometheus does. */

async function scrape({ origin }: Service): Promise<Map<string, Family>> {
  const response = await fetch(`${origin}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readMetrics(await response.text());
}

/** The values of a family, by the values of their labels. */
function valuesOf(metrics: Map<string, Family>, name: string, sample = name): Record<string, number> {
  const samples = metrics.get(name)?.samples.filter((each) => each.name === sample) ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

describe('the metrics', () => {
  it('count requests by route, method and status, with their durations', async () => {
    const service = await startService({}, ['--metrics']);
    for (const path of [
      '/search/?query=a',
      '/search/?query=b',
      '/search/',
      '/items/one',
      '/items/two',
      '/nowhere',
    ])
      await fetch(service.origin + path);
    await fetch(`${service.origin}/users`, { method: 'POST', body: '{}' });
    await fetch(`${service.origin}/users/`, { method: 'HEAD' });
    await fetch(`${service.origin}/users/`, { method: 'DELETE' });
    await sendRaw(service.port, 'nonsense\r\n\r\n');
    const metrics = await scrape(service);
    const expected = {
      '/search/ GET 200': 2,
      '/search/ GET 422': 1,
      '/items/{item_id} GET 200': 2,
      'none GET 404': 1,
      '/users POST 415': 1,
      '/users/ HEAD 200': 1,
      '/users/ DELETE 405': 1,
      'none none 400': 1,
    };
    expect(valuesOf(metrics, 'http_requests_total')).toEqual(expected);
    const durations = 'http_request_duration_seconds';
    expect(valuesOf(metrics, durations, `${durations}_count`)).toEqual(expected);
    const sums = Object.values(valuesOf(metrics, durations, `${durations}_sum`));
    expect(sums.every((sum) => sum > 0)).toBe(true);
    await service.stop();
  });

  it('count open connections, and those dropped over the limit', async () => {
    const service = await startService({}, ['--metrics', '--max-connections', '2']);
    const idle = connect(service.port, '127.0.0.1');
    await once(idle, 'connect');
    const asking = connect(service.port, '127.0.0.1').setEncoding('latin1');
    await once(asking, 'connect');
    const surplus = connect(service.port, '127.0.0.1').resume();
    await once(surplus, 'close');
    asking.write('GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [, body = ''] = (await text(asking)).split('\r\n\r\n');
    const metrics = readMetrics(body);
    expect(valuesOf(metrics, 'http_connections')).toEqual({ '': 2 });
    expect(valuesOf(metrics, 'http_connections_dropped_total')).toEqual({ total: 1 });
    idle.destroy();
    await service.stop();
  });

  it('count the scrapes themselves', async () => {
    const service = await startService({}, ['--metrics']);
    await scrape(service);
    expect(valuesOf(await scrape(service), 'http_requests_total')).toEqual({ '/metrics GET 200': 1 });
    await service.stop();
  });

  it('count the requests in flight', async () => {
    const service = await startService({}, ['--metrics']);
    const slow = connect(service.port, '127.0.0.1').on('error', () => {});
    slow.write('POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n');
    await once(slow, 'data');
    const inFlight = async () => valuesOf(await scrape(service), 'http_requests_in_flight')[''];
    expect(await inFlight()).toBe(2);
    slow.destroy();
    while ((await inFlight()) !== 1);
    await service.stop();
  });

  it('include those of the process', async () => {
    const service = await startService({}, ['--metrics']);
    const metrics = await scrape(service);
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(metrics.get(name)?.samples[0]?.value).toBeGreaterThanOrEqual(0);
    await service.stop();
  });

  it('answer GET, HEAD and OPTIONS, and refuse POST', async () => {
    const service = await startService({}, ['--metrics']);
    const ask = (method: string) => fetch(`${service.origin}/metrics?a=b`, { method });
    expect((await ask('GET')).status).toBe(200);
    expect(await (await ask('HEAD')).text()).toBe('');
    const refused = await ask('POST');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await ask('OPTIONS')).status).toBe(204);
    await service.stop();
  });
});

/** A client with one connection, and the process id of its worker. */
async function clientOf(service: Service) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const id = crypto.randomUUID();
    const request = get({ agent, port: service.port, path, headers: { 'X-Request-Id': id } });
    const [response]: IncomingMessage[] = await once(request, 'response');
    return { id, status: response?.statusCode, text: response ? await text(response) : '' };
  };
  const { id } = await ask('/');
  const pid = Number(await service.waitForOutput(new RegExp(`"pid":(\\d+),.*"id":"${id}"`)));
  return { pid, ask, close: () => agent.destroy() };
}

/** The metrics of all workers; tries again while a busy worker answers too late. */
async function scrapeWorkers(
  ask: (path: string) => Promise<{ status: number | undefined; text: string }>,
): Promise<Map<string, Family>> {
  const { status, text } = await ask('/metrics');
  return status === 503 ? scrapeWorkers(ask) : readMetrics(text);
}

describe('the metrics of several workers', () => {
  it('cover all of them, whichever is asked', async () => {
    const began = Date.now();
    const service = await startService({}, ['--metrics', '--workers', '2']);
    const clients = [await clientOf(service), await clientOf(service)];
    expect(new Set(clients.map(({ pid }) => pid)).size).toBe(2);
    for (const { ask } of clients) for (let n = 0; n < 5; n++) await ask('/search/?query=x');
    for (const { ask } of clients) {
      const metrics = await scrapeWorkers(ask);
      expect(valuesOf(metrics, 'http_requests_total')).toMatchObject({
        '/ GET 200': 2,
        '/search/ GET 200': 10,
      });
      const [{ value: start } = { value: 0 }] = metrics.get('process_start_time_seconds')?.samples ?? [];
      expect(start * 1000).toBeGreaterThan(began - 60_000);
      // The start is rounded to seconds, so it may be half a second ahead.
      expect(start).toBeLessThanOrEqual(Math.round(Date.now() / 1000));
    }
    for (const { close } of clients) close();
    await service.stop();
  });

  it('cover the rest when one dies during a scrape', async () => {
    const service = await startService({}, ['--metrics', '--workers', '2']);
    const [dying, other] = [await clientOf(service), await clientOf(service)];
    process.kill(dying.pid, 'SIGSTOP');
    const asked = other.ask('/metrics');
    process.kill(dying.pid, 'SIGKILL');
    const { status, text } = await asked;
    expect(status).toBe(200);
    expect(valuesOf(readMetrics(text), 'http_requests_total')).toMatchObject({ '/ GET 200': 1 });
    other.close();
    await service.stop();
  });

  it('are refused while one of them does not answer', async () => {
    const service = await startService({}, ['--metrics', '--workers', '2']);
    const [stuck, other] = [await clientOf(service), await clientOf(service)];
    process.kill(stuck.pid, 'SIGSTOP');
    expect(await other.ask('/metrics')).toMatchObject({
      status: 503,
      text: '{"detail":"The metrics could not be gathered"}',
    });
    process.kill(stuck.pid, 'SIGCONT');
    expect((await other.ask('/metrics')).status).toBe(200);
    other.close();
    stuck.close();
    await service.stop();
  });
});
