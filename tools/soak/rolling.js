/**
 * Replicas behind a proxy, each restarted in turn under a thousand requests a second: none may be lost or refused. A proxy
 * that is not installed is named and left out; at least one is needed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThis, freePort } from '../../scripts/child-processes.js';
import { sleep } from './client.js';
import { proxies } from './proxies.js';
import { kinds } from './proxy-clients.js';
import { startService } from './service.js';

const RATE = 1000;
const TICK_MS = 5;
const CLIENTS = 64;

export async function* run({ isFull }) {
  const installed = proxies.filter(({ program }) => existsSync(program));
  for (const { name, program } of proxies.filter((proxy) => !installed.includes(proxy)))
    console.log(`  ${name} is left out: there is no ${program}`);
  yield { what: 'proxies that are installed', figure: installed.length, atLeast: 1 };
  for (const proxy of installed) yield* await roll(proxy, isFull ? 60 : 15);
}

/** Restarts the replicas behind a proxy under load, and stops all processes however it ends. */
async function roll(proxy, seconds) {
  const services = [];
  let started;
  let load;
  try {
    while (services.length < proxy.replicas) services.push(await startReplica());
    const ports = services.map(({ port }) => port);
    started = await startProxy(proxy, ports);
    const clients = Array.from({ length: CLIENTS }, () => new proxy.Client(started.port));
    load = ask(clients, await replies(clients[0]));
    const restarts = await restartInTurn(services, seconds);
    return report(proxy, restarts, await load.end());
  } finally {
    load?.halt();
    await started?.stop();
    for (const service of services) await service.stop();
  }
}

function report({ name, replicas, resends = () => true }, restarts, { taken, wrong, aborted, seconds }) {
  const row = (text, figure, bounds) => ({ what: `behind ${name}, ${text}`, figure, ...bounds });
  const lost = wrong.filter(({ kind }) => resends(kind));
  const more = lost.slice(0, 5).map(({ kind, status, body }) => `${kind.name}: ${status} ${body}`);
  taken.sort((a, b) => a - b);
  return [
    row(`restarts of ${replicas} replicas`, restarts, { atLeast: 2 }),
    row('requests a second', taken.length / seconds),
    row('p99 in ms', taken[Math.floor(taken.length * 0.99)]),
    row('requests that clients aborted', aborted),
    row('requests lost or refused', lost.length, { atMost: 0, more }),
    ...(lost.length < wrong.length
      ? [row('requests lost whose body the proxy could not send again', wrong.length - lost.length)]
      : []),
  ];
}

const startReplica = (port) =>
  startService({ env: { IDLE_TIMEOUT: '75000', ...(port && { PORT: String(port) }) } });

async function restartInTurn(services, seconds) {
  const ends = Date.now() + seconds * 1000;
  let restarts = 0;
  while (Date.now() < ends) {
    const at = restarts++ % services.length;
    const { port } = services[at];
    await services[at].stop();
    services[at] = await startReplica(port);
  }
  return restarts;
}

async function startProxy({ name, program, args, configure, Client }, ports) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-rolling-'));
  makeCertificate(folder);
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, configure({ port, ports, folder, Client }));
  const child = spawn(program, args(file), { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  endWithThis(child);
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true });
  };
  try {
    await answered(new Client(port), name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

function makeCertificate(folder) {
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
}

async function answered(client, name) {
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await client.ask(kinds[0]);
    if (status === 200) return client.close();
    await sleep(100);
  }
  throw new Error(`${name} does not answer`);
}

/** Records the reply to each kind of request; later ones must be the same. */
async function replies(client) {
  const bodies = new Map();
  for (const kind of kinds) {
    const { status, body } = await client.ask(kind);
    if (status !== kind.status)
      throw new Error(`${kind.name} gets ${status} instead of ${kind.status}: ${body}`);
    bodies.set(kind, body);
  }
  return bodies;
}

/** Sends requests at a steady rate, one at a time on each connection, and aborts one in a hundred halfway. */
function ask(clients, bodies) {
  const free = [...clients];
  const pending = new Set();
  const seen = { taken: [], wrong: [], aborted: 0, seconds: 0 };
  const begun = performance.now();
  let sent = 0;
  const send = async (client, kind) => {
    const start = performance.now();
    const { status, body } = await client.ask(kind);
    seen.taken.push(performance.now() - start);
    if (status !== kind.status || body !== bodies.get(kind)) seen.wrong.push({ kind, status, body });
    free.push(client);
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) * RATE) / 1000;
    while (sent < due && free.length > 0) {
      const client = free.shift();
      const kind = kinds[sent++ % kinds.length];
      if (sent % 100 === 0) {
        seen.aborted++;
        client.abort(kinds[1]);
        free.push(client);
      } else {
        const asked = send(client, kind).then(() => pending.delete(asked));
        pending.add(asked);
      }
    }
  }, TICK_MS);
  const halt = () => {
    clearInterval(timer);
    for (const client of clients) client.close();
  };
  return {
    halt,
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
      seen.seconds = (performance.now() - begun) / 1000;
      halt();
      return seen;
    },
  };
}
