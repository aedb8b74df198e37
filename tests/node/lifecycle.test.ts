import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { startService } from '../../src/hosts/node/service.ts';
import { hosting } from '../../src/http/hosting.ts';
import type { AppOptions } from '../../src/options.ts';

/** The functions of an app that are called when it starts, is asked if it is ready, and stops. */

const happened: string[] = [];
const asked = new EventEmitter();
const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply: { status: 204 } });
const appWith = (options: AppOptions) =>
  createApp(
    { title: 'Lamps', version: '1', endpoints: { getLamp } },
    {
      async getLamp() {
        asked.emit('lamp');
        await new Promise((resolve) => setTimeout(resolve, 20));
        happened.push('answer');
        return undefined;
      },
    },
    options,
  );
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

it('start is awaited before the service listens, and stop after its last reply', async () => {
  happened.length = 0;
  const app = appWith({
    async start() {
      await moment();
      happened.push('start');
    },
    async stop() {
      await moment();
      happened.push('stop');
    },
  });
  const { origin, close } = await app.listen();
  expect(happened).toEqual(['start']);
  const arrival = once(asked, 'lamp');
  const answer = fetch(`${origin}/lamp`);
  await arrival;
  await Promise.all([answer, close()]);
  expect(happened).toEqual(['start', 'answer', 'stop']);
});

it.each([
  [new Error('no database'), "Lamps can't start: no database"],
  ['no reason', "Lamps can't start: 'no reason'"],
])('a start that fails keeps the service from listening: %s', async (cause, message) => {
  const app = appWith({ start: () => Promise.reject(cause) });
  await expect(app.listen()).rejects.toMatchObject({ message, cause });
});

it('a stop that fails is reported, and one that hangs is left behind', async () => {
  const bugs: unknown[] = [];
  const failing = appWith({ stop: () => Promise.reject(new Error('stuck')) });
  const service = await startService(failing[hosting], { port: 0 }, { onServerBug: (bug) => bugs.push(bug) });
  await service.stop({ deadline: 1000, grace: 0 });
  expect(bugs.map(String)).toEqual(['Error: stuck']);
  const hanging = await startService(appWith({ stop: () => new Promise(() => {}) })[hosting], { port: 0 });
  await hanging.stop({ deadline: 50, grace: 0 });
});

it.each([
  [() => true, 200],
  [() => undefined, 200],
  [async () => 'yes', 200],
  [() => false, 503],
  [async () => false, 503],
  [() => Promise.reject(new Error('no database')), 503],
  [
    () => {
      throw new Error('no database');
    },
    503,
  ],
])('ready is asked by /readyz: %s gets %d', async (ready, status) => {
  const response = await appWith({ ready }).fetch(new Request('http://localhost/readyz'));
  expect(response.status).toBe(status);
  if (status === 503) expect(await response.text()).toBe('{"detail":"The service is not ready"}');
});
