/**
 * The cost of a cold start, beside bare `node:http`: the time from `exec` to the first answered request, its processor time, and
 * the memory held then. Exits with 1 if Assay takes more than 30 ms or 12 MiB above bare. `npm run bench -- start [rounds]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { askOnce } from './client.js';
import { median } from './measure.js';
import { cpuTime, memory, start } from './process.js';
import { get } from './workloads.js';

const MAX_MILLISECONDS = 30;
const MAX_MEBIBYTES = 12;
const rounds = Number(process.argv[2] ?? 21);

const bare = [process.execPath, join(import.meta.dirname, 'servers', 'bare.js')];
const program = (source) => [process.execPath, '--input-type=module', '-e', source];
const assay = [process.execPath, join(import.meta.dirname, '..', '..', 'dist', 'entries', 'node.js')];

const rows = [
  { title: 'Node: an empty program, to its end', run: untilEnd(program('')) },
  { title: 'Node: node:http imported, to its end', run: untilEnd(program("import 'node:http'")) },
  { title: 'Assay: everything loaded, to its end', run: untilEnd([...assay, '--version']) },
  { title: 'bare node:http, to its first answer', run: untilAnswer(bare) },
  { title: 'Assay, to its first answer', run: untilAnswer(assay) },
];

function untilEnd(command) {
  return async () => {
    const begun = performance.now();
    await once(spawn(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
    return { milliseconds: performance.now() - begun };
  };
}

function untilAnswer(command) {
  return async () => {
    const begun = performance.now();
    const server = await start({ command, env: { LOG_LEVEL: 'silent' } });
    await askOnce(server.port, get('/users/'));
    const milliseconds = performance.now() - begun;
    const seen = { milliseconds, cpu: cpuTime(server.pid) / 1000, mebibytes: memory(server.pid) };
    await server.stop();
    return seen;
  };
}

const samples = rows.map(() => []);
for (let round = 0; round <= rounds; round++) {
  for (const [at, { run }] of rows.entries()) {
    const sample = await run();
    if (round > 0) samples[at].push(sample);
  }
}

const middle = (key) => samples.map((own) => median(own.map((sample) => sample[key])));
const [times, cpus, memories] = [middle('milliseconds'), middle('cpu'), middle('mebibytes')];
const figure = (number, unit) => (number === undefined ? '' : `${number.toFixed(1)} ${unit}`).padStart(12);
console.log(`${''.padEnd(42)}        time   processor      memory   (medians of ${rounds} rounds)`);
for (const [at, { title }] of rows.entries()) {
  console.log(
    title.padEnd(42) + figure(times[at], 'ms') + figure(cpus[at], 'ms') + figure(memories[at], 'MiB'),
  );
}
const above = (figures) => figures.at(-1) - figures.at(-2);
console.log(`Assay above bare: ${figure(above(times), 'ms')}${figure(above(memories), 'MiB')}`);
process.exitCode = above(times) > MAX_MILLISECONDS || above(memories) > MAX_MEBIBYTES ? 1 : 0;
