import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startKeepAliveClients } from '../_keep-alive-clients.ts';
import { ProcessOutput, preload, runService, type Service, startService } from '../_service.ts';
import { EMAIL, post } from '../wire/_bytes.ts';
import { openWire } from '../wire/_wire.ts';

/** Several worker processes on one port. */

const folder = mkdtempSync(join(tmpdir(), 'assay-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const two = ['--workers', '2'];
/** Longer than any test takes. */
const STOP_DEADLINE = '3600000';

const IN_WORKERS = 'if (process.send)';
const IN_PRIMARY = 'if (!process.send)';
/** The state of an open connection in /proc/net/tcp. */
const ESTABLISHED = '01';

/** Starts the service in a process group of its own, as a shell does. */
async function startGroup(args: readonly string[]) {
  const child = spawn(process.execPath, ['dist/entries/node.js', '--port', '0', ...args], {
    detached: true,
    env: { ...process.env, STOP_DEADLINE },
  });
  const exited = once(child, 'exit');
  const output = new ProcessOutput(child);
  const address = await output.waitFor(/ listens on ([^\s,]+)/);
  return { pid: child.pid ?? 0, port: Number(new URL(address).port), exited, output };
}

/** The process id of the worker that answers a new connection. */
async function answeringPid({ origin, waitForOutput }: Service): Promise<number> {
  const id = crypto.randomUUID();
  const response = await fetch(origin, { headers: { 'X-Request-Id': id, Connection: 'close' } });
  expect(response.status).toBe(200);
  return Number(await waitForOutput(new RegExp(`"pid":(\\d+),.*"id":"${id}"`)));
}

/** The process ids of the workers that answer, once `count` have. */
async function answeringPids(service: Service, count: number): Promise<Set<number>> {
  const pids = new Set<number>();
  while (pids.size < count) pids.add(await answeringPid(service));
  return pids;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The number of open connections of a process on a port. */
function connectionsOf(pid: number, port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  const open = rows.filter(([, address, , state]) => address?.endsWith(local) && state === ESTABLISHED);
  const inodes = new Set(open.map((row) => `socket:[${row[9]}]`));
  const descriptors = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return descriptors.filter((target) => inodes.has(target)).length;
}

describe('several workers', () => {
  it('share one port', async () => {
    const service = await startService({}, two);
    expect(service.output()).toContain(`listens on ${service.origin} with 2 workers, documentation at `);
    const pids = await answeringPids(service, 2);
    expect(pids).not.toContain(service.pid);
    expect(await service.stop()).toBe(0);
    expect([...pids].filter(isAlive)).toEqual([]);
  });

  it('are as many as the machine has processors, with auto', async () => {
    const service = await startService({}, ['--workers', 'auto']);
    const count = availableParallelism();
    expect(service.output().includes(` with ${count} workers`)).toBe(count > 1);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    { name: 'SIGTERM to the primary process', signal: 'SIGTERM', group: 1 },
    { name: 'SIGINT to the whole process group', signal: 'SIGINT', group: -1 },
    { name: 'SIGTERM to the whole process group', signal: 'SIGTERM', group: -1 },
  ] as const)(
    'lose no request of 200 keep-alive clients, in three rounds: $name',
    async ({ signal, group }) => {
      for (let round = 0; round < 3; round++) {
        const { pid, port, exited, output } = await startGroup(two);
        const clients = await startKeepAliveClients(port, 200);
        process.kill(group * pid, signal);
        expect(await clients.lost()).toBe(0);
        expect(await exited).toEqual([0, null]);
        expect(output.text).not.toContain('"level":"error"');
      }
    },
  );

  it('go on when each of their processes gets SIGHUP', async () => {
    const service = await startService({}, two);
    const pids = await answeringPids(service, 2);
    for (const pid of [...pids, service.pid]) process.kill(pid, 'SIGHUP');
    await service.waitForOutput(/There is no certificate to reload/);
    expect(await answeringPids(service, 2)).toEqual(pids);
    expect(await service.stop()).toBe(0);
  });

  it('stop even while they are starting', async () => {
    const slow = preload(
      `${IN_WORKERS} { console.error('starting'); await new Promise(go => setTimeout(go, 500)); }`,
    );
    const child = spawn(process.execPath, ['dist/entries/node.js', '--port', '0', ...two], {
      env: { ...process.env, ...slow, STOP_DEADLINE },
    });
    const exited = once(child, 'exit');
    await new ProcessOutput(child).waitFor(/starting\nstarting/);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it('are killed after the deadline', async () => {
    const service = await startService({ STOP_DEADLINE: '100' }, two);
    const pids = await answeringPids(service, 2);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await service.stop();
    expect([...pids].filter(isAlive)).toEqual([]);
  });

  it('exit when the primary process is killed', async () => {
    const service = await startService({}, two);
    const pids = await answeringPids(service, 2);
    await service.stop('SIGKILL');
    while ([...pids].some(isAlive)) await wait(10);
  });
});

describe('a worker that dies', () => {
  it('is replaced while the other one answers', async () => {
    const gate = join(folder, 'gate');
    writeFileSync(gate, '');
    const waiting = preload(
      `import { existsSync } from 'node:fs';
      ${IN_WORKERS} while (!existsSync(${JSON.stringify(gate)})) await new Promise(go => setTimeout(go, 10));`,
    );
    const service = await startService(waiting, two);
    const [victim = 0, survivor = 0] = await answeringPids(service, 2);
    rmSync(gate);
    process.kill(victim, 'SIGKILL');
    await service.waitForOutput(
      new RegExp(`"worker":${victim},"code":"SIGKILL","msg":"A worker has ended unexpectedly"`),
    );
    for (let n = 0; n < 3; n++) expect(await answeringPid(service)).toBe(survivor);
    writeFileSync(gate, '');
    const after = await answeringPids(service, 2);
    expect(after).not.toContain(victim);
    expect(await service.stop()).toBe(0);
  });

  it('is replaced however often, if it has worked for a while', async () => {
    const fastClock = preload(
      `${IN_PRIMARY} { const now = performance.now.bind(performance); performance.now = () => 10_000 * now(); }`,
    );
    const service = await startService(fastClock, two);
    for (let deaths = 0; deaths < 6; deaths++) {
      const [victim = 0] = await answeringPids(service, 2);
      process.kill(victim, 'SIGKILL');
      await service.waitForOutput(new RegExp(`"worker":${victim},"code":"SIGKILL"`));
    }
    await answeringPids(service, 2);
    expect(await service.stop()).toBe(0);
  });

  it.runIf(existsSync('/proc/net/tcp'))('loses only its own requests, of 200 in flight', async () => {
    const service = await startService({}, two);
    const [victim = 0] = await answeringPids(service, 2);
    const wires = await Promise.all(Array.from({ length: 200 }, () => openWire(service.port)));
    for (const wire of wires) {
      wire.write(post('Content-Length: 18', 'Expect: 100-continue'));
      expect((await wire.reply()).status).toBe(100);
    }
    const own = connectionsOf(victim, service.port);
    process.kill(victim, 'SIGKILL');
    await service.waitForOutput(new RegExp(`"worker":${victim},"code":"SIGKILL"`));
    const statuses = await Promise.all(
      wires.map((wire) => {
        wire.socket.on('error', () => {}).write(EMAIL);
        return wire.reply().then(
          ({ status }) => status,
          () => 'lost',
        );
      }),
    );
    expect(statuses.filter((status) => status === 'lost').length).toBe(own);
    expect(statuses.filter((status) => status === 200).length).toBe(200 - own);
    for (const { socket } of wires) socket.destroy();
    expect(await service.stop()).toBe(0);
  });

  it('is not replaced forever if each one dies at once', async () => {
    const dying = preload(`${IN_WORKERS} process.exit(3)`);
    const { code, stdout, stderr } = await runService({ ...dying, PORT: '0' }, two);
    expect(code).toBe(1);
    expect(stderr).toBe('Assay gives up: its workers end as soon as they start\n');
    expect(stdout.match(/"code":3,"msg":"A worker has ended unexpectedly"/g)).toHaveLength(5);
  });
});

it('a port in use is reported in one line, once', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, stdout, stderr } = await runService({ PORT: String(port), HOST: '127.0.0.1' }, two);
  server.close();
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `Assay can't listen on 127.0.0.1, port ${port}: another process is already listening there; choose another port\n`,
  );
  expect(code).toBe(1);
});
