/** Processor time of a request on Bun, Deno and workerd, relative to Elysia or Hono in the same run, measured in turn. */
import { join } from 'node:path';
import { askOnce, loadGenerator } from './client.js';
import { median } from './measure.js';
import { start } from './process.js';
import { buildWorker } from './worker.js';
import { workloads } from './workloads.js';

const ROUNDS = Number(process.argv[2] ?? 5);
/** The one runtime to measure; unless it is given, all are. */
const ONLY = process.argv[3];
/**
 * The requests of a round, the rounds that are not counted, and how often all servers are started anew: two starts of one
 * program differ by up to a tenth, most of all on Bun.
 */
const paces = {
  // JavaScriptCore keeps compiling for some thirty thousand requests of each kind.
  Bun: { count: 2000, warmUp: 15, starts: 6 },
  Deno: { count: 2000, warmUp: 4, starts: 2 },
  // A request takes ten times as long as elsewhere.
  workerd: { count: 1000, warmUp: 5, starts: 1 },
};

const here = import.meta.dirname;
const modules = join(here, '..', '..', 'tests', 'everywhere', 'node_modules');
const bun = [join(modules, '@oven', 'bun-linux-x64', 'bin', 'bun')];
const deno = [
  join(modules, '@deno', 'linux-x64-glibc', 'deno'),
  'run',
  '-A',
  '--no-lock',
  '--node-modules-dir=manual',
];
const server = (name) => join(here, 'servers', name);
const workerd = join(modules, '@cloudflare', 'workerd-linux-64', 'bin', 'workerd');
const workers = {
  hono: await buildWorker(workerd, server('hono-fetch.js')),
  assay: await buildWorker(workerd, server('assay-fetch.js')),
};
const service = join(here, '..', '..', 'dist', 'entries', 'node.js');
const quiet = { LOG_LEVEL: 'silent' };

/** The first server of each runtime is the baseline. */
const runtimes = {
  Bun: [
    { name: 'Elysia', command: [...bun, server('elysia.js')] },
    { name: 'Hono, zod', command: [...bun, server('hono-fetch.js')] },
    { name: 'Assay, fetch', command: [...bun, server('assay-fetch.js')] },
    { name: 'Assay, own server', command: [...bun, service], env: quiet },
  ],
  Deno: [
    { name: 'Hono, zod', command: [...deno, server('hono-fetch.js')] },
    { name: 'Assay, fetch', command: [...deno, server('assay-fetch.js')] },
    { name: 'Assay, own server', command: [...deno, service], env: quiet },
  ],
  workerd: [
    { name: 'Hono, zod', command: workers.hono.command },
    { name: 'Assay, fetch', command: workers.assay.command },
  ],
};
const asked = workloads.slice(0, 3);

const load = loadGenerator();
for (const [runtime, servers] of Object.entries(runtimes)) {
  if (ONLY !== undefined && ONLY !== runtime) continue;
  console.log(`\n${runtime}: ${asked.map(({ title }) => title).join(', ')}`);
  const rounds = [];
  for (let begun = 0; begun < paces[runtime].starts; begun++)
    rounds.push(...(await measureStart(servers, paces[runtime])));
  for (const [at, { name }] of servers.entries()) {
    const figures = asked.map((_, of) => {
      const share = median(rounds.map((costs) => costs[at][of] / costs[0][of]));
      return `${share.toFixed(2)} (${median(rounds.map((costs) => costs[at][of])).toFixed(0)} µs)`;
    });
    console.log(`  ${name.padEnd(20)} ${figures.join('   ')}`);
  }
}
load.stop();
for (const { remove } of Object.values(workers)) remove();

/** Starts all servers of a runtime, and measures them in rounds. */
async function measureStart(servers, { count, warmUp }) {
  const started = await Promise.all(servers.map(start));
  for (const { port } of started) for (const each of asked) await checkAnswer(port, each);
  const rounds = [];
  for (let round = -warmUp; round < ROUNDS; round++) {
    const costs = await costsOf(started, count);
    if (round >= 0) rounds.push(costs);
  }
  await Promise.all(started.map(({ stop }) => stop()));
  return rounds;
}

async function checkAnswer(port, { request, status, title }) {
  const reply = await askOnce(port, request);
  if (reply.status !== status)
    throw new Error(`${title} gets ${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
}

/** Measures each kind of request on all servers in turn. */
async function costsOf(started, count) {
  const costs = started.map(() => []);
  for (const { request } of asked)
    for (const [at, each] of started.entries())
      costs[at].push((await load.measure(each, request, { count })).cpu);
  return costs;
}
