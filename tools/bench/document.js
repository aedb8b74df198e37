/**
 * The cost of serving GitHub's document of about a thousand operations: processor time and memory at start, the first request,
 * and later requests, beside a document of fifteen of its operations and beside Prism. Exits with 1 if the start takes more than
 * 3 s or 300 MiB, or if a request costs more than 1.1 times as much as among fifteen, or more than a tenth of what Prism takes.
 * `npm run bench -- document [rounds]`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askOnce, loadGenerator } from './client.js';
import { cpuTime, memory, start } from './process.js';
import { get, post } from './workloads.js';

const MAX_SECONDS = 3;
const MAX_MEBIBYTES = 300;
const MAX_TIMES = 1.1;
const MAX_OF_PRISM = 0.1;
const rounds = Number(process.argv[2] ?? 15);
const COUNT = 2000;
const WARM_UP = 10_000;
const PRISM_COUNT = 60;
const OPERATIONS = 15;

const modules = join(import.meta.dirname, 'document', 'node_modules');
const github = join(modules, '@octokit', 'openapi', 'generated', 'api.github.com.json');

/** Requests, and the status that each must get; Prism refuses with 422 too. */
const requests = {
  'a path with parameters': { request: get('/repos/octocat/hello/topics'), status: 200 },
  'a query': { request: get('/orgs/octocat/repos?per_page=5&page=2&sort=updated'), status: 200 },
  'a query, refused': { request: get('/orgs/octocat/repos?per_page=many&sort=size'), status: 422 },
  'a body': {
    request: post('/repos/octocat/hello/labels', { name: 'bug', color: 'f29513', description: 'Broken' }),
    status: 201,
  },
  'a body, refused': {
    request: post('/repos/octocat/hello/labels', { name: 1, color: ['f29513'] }),
    status: 422,
  },
};
const asked = ['/repos/{owner}/{repo}/topics', '/orgs/{org}/repos', '/repos/{owner}/{repo}/labels'];

/** Writes a document of fifteen operations, including those that are requested. */
function writeFew(folder) {
  const document = JSON.parse(readFileSync(github, 'utf8'));
  const others = Object.keys(document.paths).filter((path) => !asked.includes(path));
  const kept = {};
  let count = 0;
  for (const path of [...asked, ...others]) {
    const operations = Object.keys(document.paths[path]).filter((name) => name !== 'parameters').length;
    if (count + operations > OPERATIONS) continue;
    kept[path] = document.paths[path];
    count += operations;
  }
  const file = join(folder, 'few.json');
  writeFileSync(file, JSON.stringify({ ...document, paths: kept }));
  return file;
}

const node = process.execPath;
const assay = join(import.meta.dirname, '..', '..', 'dist', 'entries', 'node.js');
const prism = join(modules, '@stoplight', 'prism-cli', 'dist', 'index.js');
// Warnings about unsupported parts of the document go to standard error.
const ofAssay = (file) => ({
  command: ['sh', '-c', 'exec "$@" 2>/dev/null', 'sh', node, assay, file],
  env: { LOG_LEVEL: 'silent' },
});
// Prism takes its port as an option only, and forks where NODE_ENV is production.
const ofPrism = {
  command: [
    'sh',
    '-c',
    `exec "$@" -p "$PORT"`,
    'sh',
    node,
    prism,
    'mock',
    '-m',
    'false',
    '-v',
    'silent',
    github,
  ],
};

/** Peak memory of a process, in mebibytes. */
function peak(pid) {
  const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? memory(pid) : Number(kibibytes) / 1024;
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const servers = {};
const load = loadGenerator();
let excess = 0;

function judge(text, isOver) {
  if (isOver) excess++;
  console.log(isOver ? `${text}   over the limit` : text);
}

/** Starts a server, and measures the start and the first request. */
async function startMeasured(name, order) {
  const server = await start(order);
  servers[name] = server;
  const before = cpuTime(server.pid);
  const { request, status } = requests['a path with parameters'];
  const answered = await askOnce(server.port, request);
  if (answered.status !== status) throw new Error(`${name} answers ${answered.status} instead of ${status}`);
  const after = cpuTime(server.pid);
  return { seconds: before / 1e6, first: (after - before) / 1000, mebibytes: peak(server.pid) };
}

async function costOf(name, request, count) {
  return (await load.measure(servers[name], request, { count })).cpu;
}

/** Measures a request against both documents in turn, in microseconds. */
async function pairsOf(request) {
  for (const name of ['github', 'few']) await costOf(name, request, WARM_UP);
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const name of round % 2 === 0 ? ['github', 'few'] : ['few', 'github'])
      pair[name] = await costOf(name, request, COUNT);
    pairs.push(pair);
  }
  return pairs;
}

try {
  for (const [name, title, order] of [
    ['github', "GitHub's document", ofAssay(github)],
    ['few', `${OPERATIONS} operations`, ofAssay(writeFew(folder))],
    ['prism', "Prism with GitHub's", ofPrism],
  ]) {
    const { seconds, first, mebibytes } = await startMeasured(name, order);
    const figures = `${seconds.toFixed(2)} s, ${mebibytes.toFixed(0)} MiB, first request ${first.toFixed(0)} ms`;
    const isOver = name === 'github' && (seconds > MAX_SECONDS || mebibytes > MAX_MEBIBYTES);
    judge(`${title.padEnd(24)}${figures}`, isOver);
  }
  console.log(`\n${''.padEnd(24)}GitHub's    fifteen   times      Prism   of Prism`);
  for (const [title, { request, status }] of Object.entries(requests)) {
    for (const server of Object.values(servers)) {
      const answered = await askOnce(server.port, request);
      if (answered.status !== status)
        throw new Error(`${title} gets ${answered.status} instead of ${status}`);
    }
    const pairs = await pairsOf(request);
    // Whatever else runs on the machine only adds to the cost, so the minimum is the best estimate.
    const own = Math.min(...pairs.map((pair) => pair.github));
    const few = Math.min(...pairs.map((pair) => pair.few));
    const times = own / few;
    const theirs = await costOf('prism', request, PRISM_COUNT).then(() =>
      costOf('prism', request, PRISM_COUNT),
    );
    const cells = [
      `${own.toFixed(1)} µs`,
      `${few.toFixed(1)} µs`,
      times.toFixed(2),
      `${theirs.toFixed(0)} µs`,
    ];
    const line = cells.map((cell, at) => cell.padStart([9, 11, 8, 11][at])).join('');
    const share = own / theirs;
    judge(
      `${title.padEnd(23)}${line}${share.toFixed(4).padStart(11)}`,
      times > MAX_TIMES || share > MAX_OF_PRISM,
    );
  }
} finally {
  load.stop();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  rmSync(folder, { recursive: true });
}
process.exitCode = excess > 0 ? 1 : 0;
