import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { preload, runService, type Service, startService } from '../_service.ts';

/** `--watch`: documents that change while they are served. */

const folder = mkdtempSync(join(tmpdir(), 'assay-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'parts'));

function documentOf(color: string, version: string, part = 'parts/lamp.json'): string {
  const content = { 'application/json': { schema: { $ref: `${part}#/Lamp` }, example: { color } } };
  const paths = { '/lamp': { get: { responses: { 200: { description: 'x', content } } } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Lamps', version }, paths });
}

function write(name: string, written: string): string {
  const file = join(folder, name);
  writeFileSync(file, written);
  return file;
}

const MISTAKE = /still serving the last valid version/;
const reloaded = (version: string) => new RegExp(`Lamps ${version} has been reloaded`);

interface Answered {
  readonly body: string;
  readonly isReused: boolean;
}

/** Sends a request on the only connection of an agent. */
function ask(origin: string, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/lamp`, { agent }, async (response) => {
      resolve({ body: await text(response), isReused: request.reusedSocket });
    }).on('error', reject);
  });
}

/** A module that every process loads first, and that delays workers while the file HOLD exists. */
const waiting = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
const { HOLD } = process.env;
if (process.send && existsSync(HOLD)) writeFileSync(HOLD, 'held');
while (process.send && existsSync(HOLD)) await wait(20);
`;
const waitingWorkers = preload(waiting);

/** Sends a request on a new connection, expects this color, and returns the process id of the worker. */
async function answeringWorker({ origin, waitForOutput }: Service, color = 'red') {
  const id = crypto.randomUUID();
  const response = await fetch(`${origin}/lamp`, { headers: { 'X-Request-Id': id, Connection: 'close' } });
  const body = await response.text();
  expect(body).toBe(`{"color":"${color}"}`);
  return { pid: Number(await waitForOutput(new RegExp(`"pid":(\\d+),.*"id":"${id}"`))) };
}

describe('a document that is watched', () => {
  it('is reloaded when it or a part of it changes, and connections stay open', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('alone.json', documentOf('red', '1'));
    const service = await startService({ IDLE_TIMEOUT: '600000' }, [file, '--watch']);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(service.origin, agent)).toEqual({ body: '{"color":"red"}', isReused: false });

    write('alone.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    expect(await ask(service.origin, agent)).toEqual({ body: '{"color":"blue"}', isReused: true });

    write('alone.json', '{"openapi": }');
    await service.waitForOutput(/line 1, column 13: expected a value; still serving the last valid version/);
    expect(await ask(service.origin, agent)).toEqual({ body: '{"color":"blue"}', isReused: true });

    write('alone.json', documentOf('green', '3'));
    await service.waitForOutput(reloaded('3'));
    expect(await ask(service.origin, agent)).toEqual({ body: '{"color":"green"}', isReused: true });

    write('parts/lamp.json', '{"Lamp":{"properties":{"color":{"type":"integer"}}}}');
    await service.waitForOutput(/reloaded[\s\S]*reloaded[\s\S]*reloaded/);
    expect((await ask(service.origin, agent)).body).toBe('{"color":12}');
    agent.destroy();
    expect(await service.stop()).toBe(0);
  });

  it('is not read again for the line in a log beside it that tells its mistake', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('logged.json', documentOf('red', '1'));
    const env = { NODE: process.execPath, LOG: join(folder, 'assay.log') };
    const logging = ['bash', '-c', 'exec "$NODE" "$0" "$@" > >(tee "$LOG")'];
    const service = await startService(env, [file, '--watch'], 'dist/entries/node.js', logging);
    write('logged.json', '{"openapi": }');
    await service.waitForOutput(MISTAKE);
    // Nothing shows that nothing happens.
    await wait(500);
    write('logged.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    write('logged.json', '{"openapi": }');
    await service.waitForOutput(new RegExp(`${reloaded('2').source}[\\s\\S]*${MISTAKE.source}`));
    expect(service.output().match(new RegExp(MISTAKE, 'g'))).toHaveLength(2);
    expect(await service.stop()).toBe(0);
  });

  it('has the same mistake logged once, and another one again', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('twice.json', documentOf('red', '1'));
    const service = await startService({}, [file, '--watch']);
    write('twice.json', '{"openapi": }');
    await service.waitForOutput(/column 13: .+ last valid version/);
    write('twice.json', '{"openapi":  }');
    await service.waitForOutput(/column 14: .+ last valid version/);
    write('twice.json', '{"openapi":  } ');
    // Nothing shows that nothing is logged.
    await wait(500);
    write('twice.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    expect(service.output().match(new RegExp(MISTAKE, 'g'))).toHaveLength(2);
    expect(await service.stop()).toBe(0);
  });

  it('is reloaded when a file appears that was missing, with its folder', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('missing.json', documentOf('red', '1'));
    const service = await startService({}, [file, '--watch']);
    write('missing.json', documentOf('blue', '2', 'new/parts/lamp.json'));
    await service.waitForOutput(/There is no file \S+lamp\.json; still serving the last valid version/);
    mkdirSync(join(folder, 'new'));
    mkdirSync(join(folder, 'new/parts'));
    // Its folder is watched by then, and nothing shows that.
    await wait(300);
    write('new/parts/lamp.json', '{"Lamp":{}}');
    await service.waitForOutput(reloaded('2'));
    write('new/parts/lamp.json', '{"Lamp":{"properties":{"color":{"type":"integer"}}}}');
    await service.waitForOutput(/reloaded[\s\S]*reloaded/);
    expect(await service.stop()).toBe(0);
  });

  it('is reloaded while a log beside it grows all the time', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('busy.json', documentOf('red', '1'));
    const service = await startService({}, [file, '--watch']);
    const growing = setInterval(() => appendFileSync(join(folder, 'busy.log'), 'a line\n'), 10);
    onTestFinished(() => clearInterval(growing));
    write('busy.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    expect(await service.stop()).toBe(0);
  });

  it('is reloaded by all workers', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('workers.json', documentOf('red', '1'));
    const service = await startService({ WORKERS: '2', WATCH: 'true' }, [file]);
    write('workers.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    for (let n = 0; n < 6; n++) {
      const agent = new Agent();
      expect((await ask(service.origin, agent)).body).toBe('{"color":"blue"}');
      agent.destroy();
    }
    expect(await service.stop()).toBe(0);
  });

  it('is served in its last valid version by a replaced worker, while it is invalid', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('broken.json', documentOf('red', '1'));
    const service = await startService({ WORKERS: '2', WATCH: 'true' }, [file]);
    const { pid: victim } = await answeringWorker(service);
    write('broken.json', '{"openapi": }');
    await service.waitForOutput(/still serving the last valid version/);
    rmSync(join(folder, 'parts/lamp.json'));
    process.kill(victim, 'SIGKILL');
    await service.waitForOutput(/A worker has ended unexpectedly/);

    const others = new Set<number>();
    while (others.size < 2) {
      const { pid } = await answeringWorker(service);
      others.add(pid);
    }
    expect(others).not.toContain(victim);
    write('parts/lamp.json', '{"Lamp":{}}');
    write('broken.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    for (const pid of others) while ((await answeringWorker(service, 'blue')).pid !== pid);
    expect(await service.stop()).toBe(0);
  });

  it('is reloaded without waiting for a worker that is still starting', async () => {
    write('parts/lamp.json', '{"Lamp":{}}');
    const file = write('late.json', documentOf('red', '1'));
    const hold = join(folder, 'hold');
    const env = { WORKERS: '2', WATCH: 'true', HOLD: hold, ...waitingWorkers };
    const service = await startService(env, [file]);
    const { pid: victim } = await answeringWorker(service);
    writeFileSync(hold, '');
    process.kill(victim, 'SIGKILL');
    while (readFileSync(hold, 'utf8') !== 'held') await wait(10);
    write('late.json', documentOf('blue', '2'));
    await service.waitForOutput(reloaded('2'));
    rmSync(hold);

    const others = new Set<number>();
    while (others.size < 2) others.add((await answeringWorker(service, 'blue')).pid);
    expect(others).not.toContain(victim);
    expect(await service.stop()).toBe(0);
  });

  it('must be a valid document in a file', async () => {
    const line = /^--watch needs a document or a module in a file, such as \.\/openapi\.yaml; .+\n$/;
    for (const args of [[], ['http://127.0.0.1:1/openapi.json']]) {
      const { code, stderr } = await runService({}, [...args, '--watch']);
      expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
    }
    const { code, stderr } = await runService({}, [join(folder, 'none.json'), '--watch', 'true']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/There is no file \S+none\.json\n$/)]);
    const missing = await runService({}, ['./none.js', '--watch']);
    expect([missing.code, missing.stderr]).toEqual([2, 'There is no file ./none.js\n']);
  });
});

describe('a module', () => {
  const endpointsOf = (color: string) => `
    import { createApp, endpoint } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
    import { text } from ${JSON.stringify(new URL('../../dist/fields/index.js', import.meta.url).href)};
    import { version } from './version.js';
    const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply: { status: 200, body: text() } });
    export default createApp(
      { title: 'Lamps', version, endpoints: { getLamp } },
      { getLamp: () => '${color}' },
      { stop: () => console.error('stopped') },
    );`;

  it.each([undefined, '2'])(
    'is started again when it or one that it imports changes, with %s workers',
    async (workers) => {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      write('version.js', 'export const version = "1";');
      const module = write('lamps.js', endpointsOf('red'));
      const service = await startService(workers ? { WORKERS: workers } : {}, [module, '--watch']);
      onTestFinished(() => void service.stop());
      const ask = async (origin: string) => (await fetch(`${origin}/lamp`)).json();
      expect(await ask(service.origin)).toBe('red');
      write('version.js', 'export const version = "2";');
      await service.waitForOutput(/Lamps 2 listens on/);
      // They come from two processes, in either order.
      await service.waitForOutput(/Lamps has stopped/);
      await service.waitForOutput(/lamps.js has changed, and is started again/);
      write('lamps.js', 'export default nothing;');
      await service.waitForOutput(/lamps.js can't be loaded: nothing is not defined/);
      write('lamps.js', endpointsOf('green').replace('version,', 'version: "3",'));
      expect(await ask(await service.waitForOutput(/Lamps 3 listens on ([^\s,"]+)/))).toBe('green');
      expect(await service.stop()).toBe(0);
    },
  );
});
