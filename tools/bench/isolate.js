/**
 * The cost of starting a Worker: the CPU time that workerd takes above that with a Worker that does nothing, until it is ready for
 * requests, and until it has answered the first. Until it is ready it reads and evaluates the code, and an app of one's own checks
 * its contract; the app is built at the first request. Also the CPU time of the first document, after another request or as the
 * first. `npm run bench -- isolate [rounds]`.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './measure.js';
import { cpuTime, start } from './process.js';

const rounds = Number(process.argv[2] ?? 21);
const root = join(import.meta.dirname, '..', '..');
const everywhere = join(root, 'tests', 'everywhere');
const modules = join(everywhere, 'node_modules');
const workerd = join(modules, '@cloudflare', 'workerd-linux-64', 'bin', 'workerd');
/** Wrangler needs a newer Node than Assay does. */
const wrangler = [join(modules, 'node24', 'bin', 'node'), join(modules, 'wrangler', 'bin', 'wrangler.js')];
const SERVE = 'exec "$0" serve "$1" "--socket-addr=http=127.0.0.1:$PORT"';
const browser = { 'Accept-Encoding': 'gzip, br' };
const DOCUMENT = '/docs/errors';
const NOTHING = "export default { fetch: () => new Response('ok') };\n";

const folder = mkdtempSync(join(tmpdir(), 'assay-isolate-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'assay'));

/** Each with the folder of a built Worker. The first is the baseline. */
const workers = [
  { name: 'a Worker that does nothing', built: emptyWorker() },
  { name: 'an app with two endpoints', built: deployed('lamps', join(root, 'examples', 'lamps')) },
  { name: 'the practice service', built: deployed('practice') },
];

function emptyWorker() {
  const built = join(folder, 'empty');
  mkdirSync(built);
  writeFileSync(join(built, 'worker.js'), NOTHING);
  return configured(built);
}

/** Builds the folder to deploy, as `wrangler deploy` does, for the practice service or for the app of an example. */
function deployed(name, example) {
  const copy = join(folder, name);
  cpSync(join(root, 'deploy', 'cloudflare'), copy, { recursive: true });
  for (const file of example ? readdirSync(example).filter((each) => /^\w+\.js$/.test(each)) : [])
    copyFileSync(join(example, file), join(copy, file === `${name}.js` ? 'app.js' : file));
  const [node, program] = wrangler;
  execFileSync(node, [program, 'deploy', '--dry-run', '--outdir', 'built'], {
    cwd: copy,
    env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return configured(join(copy, 'built'));
}

function configured(built) {
  copyFileSync(join(everywhere, 'servers', 'worker.capnp'), join(built, 'config.capnp'));
  return built;
}

/** Starts a Worker, and returns the milliseconds of CPU time until it is ready, and of each of these requests. */
async function startOnce(built, ...paths) {
  const server = await start({ command: ['sh', '-c', SERVE, workerd, join(built, 'config.capnp')] });
  const ready = await spentBy(server);
  const requests = [];
  let before = ready;
  for (const path of paths) {
    await ask(server, path);
    const spent = await spentBy(server);
    requests.push(spent - before);
    before = spent;
  }
  await server.stop();
  return { ready, requests };
}

/** Measures a Worker that is first asked for something else than a document, and one that is not. */
async function measure(built) {
  const { ready, requests } = await startOnce(built, '/livez', DOCUMENT);
  const [answer, document] = requests;
  const [documentFirst] = (await startOnce(built, DOCUMENT)).requests;
  return { ready, first: ready + answer, document, documentFirst };
}

function ask({ port }, path) {
  return new Promise((resolve, reject) => {
    const answered = (reply) => reply.resume().on('end', resolve);
    httpGet({ port, host: '127.0.0.1', path, headers: browser, agent: false }, answered).on('error', reject);
  });
}

/** Returns the CPU time that a process has taken, in milliseconds. */
async function spentBy({ pid }) {
  // Threads in the background still compile for a moment: after 30 ms, some of the start may still be ahead.
  await wait(100);
  return cpuTime(pid) / 1000;
}

const samples = workers.map(() => []);
for (let round = 0; round <= rounds; round++) {
  for (const [at, { built }] of workers.entries()) {
    const sample = await measure(built);
    if (round > 0) samples[at].push(sample);
  }
}
rmSync(folder, { recursive: true });

const [baseline, ...others] = samples;
const figures = ['ready', 'first', 'document', 'documentFirst'];
console.log(`CPU time in ms: best and median of ${rounds} rounds`);
print('', ['until ready', 'until the first answer', 'a document after it', 'a document before it']);
print(workers[0].name, figures.map(itself));
console.log('above that:');
for (const [at, own] of others.entries())
  print(
    workers[at + 1].name,
    figures.map((key) => above(own, key)),
  );

/** The time of the baseline, which tells how fast the machine was. */
function itself(key) {
  return `${best(baseline, key).toFixed(1)}, ${median(baseline.map((sample) => sample[key])).toFixed(1)}`;
}

/** Compares the best rounds, and each round with that of the baseline beside it. */
function above(own, key) {
  const differences = own.map((sample, round) => sample[key] - baseline[round][key]);
  return `${(best(own, key) - best(baseline, key)).toFixed(1)}, ${median(differences).toFixed(1)}`;
}

function best(all, key) {
  return Math.min(...all.map((sample) => sample[key]));
}

function print(name, figures) {
  console.log(name.padEnd(28) + figures.map((each) => each.padStart(24)).join(''));
}
