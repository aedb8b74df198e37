/**
 * Compares Assay with other servers that do the same: the CPU time for a request, and its ratio to that of bare `node:http`,
 * with a bare socket as the floor. `npm run bench -- [--only bare,assay --rounds 9 --count 3000 --beside ../other --write]`.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { askOnce, loadGenerator } from './client.js';
import { median } from './measure.js';
import { precision, start } from './process.js';
import { print, writeTable } from './report.js';
import { listServers } from './servers.js';
import { missedTargets } from './targets.js';
import { workloads } from './workloads.js';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    count: { type: 'string', default: '3000' },
    beside: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(options.count);
const rounds = Number(options.rounds);
const WARM_UP = 15_000;

const chosen = listServers(options.beside).filter(
  ({ name }) => !options.only || options.only.split(',').includes(name),
);
const load = loadGenerator();
const started = [];
try {
  for (const entry of chosen) started.push({ ...entry, ...(await start(entry)) });
  for (const server of started) await check(server);
  const running = started.filter(logsAsItShould);
  const samples = await measureAll(running);
  const results = running.map(({ name, title }) => ({ name, title, figures: summarize(samples, name) }));
  console.log(`${precision} Medians of ${rounds} rounds of ${count} requests.`);
  print(results);
  if (options.write) writeTable(results);
  const missed = missedTargets(results);
  for (const line of missed) console.log(line);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  load.stop();
  await Promise.all(started.map((server) => server.stop()));
}

/** Checks that a server answers every workload correctly, and warms it up. */
async function check(server) {
  for (const workload of workloads) {
    const { status, body } = await askOnce(server.port, workload.request);
    const expected = server.isUnchecked ? workload.unchecked : workload;
    assert.equal(status, expected.status, `${server.name}, ${workload.title}`);
    if (server.isUnchecked) assert.deepEqual(body, expected.body);
    else workload.check(body);
    await load.measure(server, workload.request, { count: WARM_UP });
  }
}

/** Tells whether a server that should log requests has printed at least a short line for each. */
function logsAsItShould({ name, logs, printed }) {
  const enough = !logs || printed() > workloads.length * WARM_UP * 50;
  if (!enough) console.log(`${name} is left out: it does not log its requests.`);
  return enough;
}

/** Measures all servers in turn, so that a machine that slows down slows all of them. Each round starts with another server. */
async function measureAll(running) {
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    for (const { title, request } of workloads) {
      for (let at = 0; at < running.length; at++) {
        const server = running[(at + round) % running.length];
        samples.push({
          round,
          title,
          name: server.name,
          ...(await load.measure(server, request, { count })),
        });
      }
    }
  }
  return samples;
}

function summarize(samples, name) {
  return workloads.map(({ title }) => {
    const own = samples.filter((sample) => sample.title === title && sample.name === name);
    const middle = (key) => median(own.map((sample) => sample[key]));
    return {
      title,
      ...Object.fromEntries(['cpu', 'perSecond', 'p50', 'p99'].map((key) => [key, middle(key)])),
      /** The ratio to another server, round by round: whatever slows the machine slows both. */
      times: (other) =>
        median(
          samples
            .filter((sample) => sample.title === title && sample.name === other)
            .map(({ round, cpu }) => own[round].cpu / cpu),
        ),
    };
  });
}
