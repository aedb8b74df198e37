/**
 * Assay beside Prism as mocks: the replies to the requests of `mocks/requests.js`, for documents beside it, and the cost of the start
 * and of requests. Prints every reply that is not as expected, of either. `npm run bench -- mocks [--write]`; `--write` writes the
 * table of docs/project/comparison.md.
 */

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { loadGenerator } from './client.js';
import { median } from './measure.js';
import { requests } from './mocks/requests.js';
import { cpuTime, memory, start } from './process.js';
import { get, post } from './workloads.js';

const here = import.meta.dirname;
const ROUNDS = 7;
const COUNT = 500;
const WARM_UP = 1500;

const packageOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const prismFolder = join(here, 'document', 'node_modules', '@stoplight', 'prism-cli');
const root = join(here, '..', '..');
const shell = (line, ...words) => ['sh', '-c', line, 'sh', process.execPath, ...words];

/** The mocks, as they are started by default, without a log. Prism takes its port as an option only. */
const mocks = [
  {
    name: `Assay ${packageOf(root).version}`,
    order: (file) => ({
      command: shell('exec "$@" 2>/dev/null', join(root, 'dist', 'entries', 'node.js'), file),
      env: { LOG_LEVEL: 'silent' },
    }),
  },
  {
    name: `Prism ${packageOf(prismFolder).version}`,
    order: (file) => ({
      command: shell(
        'exec "$@" -p "$PORT" 2>/dev/null',
        ...[join(prismFolder, 'dist', 'index.js'), 'mock', '-m', 'false', '-v', 'silent', file],
      ),
    }),
  },
];

const fileOf = (document) => join(here, 'mocks', `${document}.yaml`);

/** Sends a request, and returns its reply; undefined if there is none. */
async function ask(port, { method, path, headers, body }) {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const options = { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent: false };
  const sent = httpRequest({ ...options, timeout: 10_000 });
  sent.on('timeout', () => sent.destroy(new Error('timeout'))).end(body);
  try {
    const [response] = await once(sent, 'response');
    const chunks = await response.toArray();
    return {
      status: response.statusCode,
      headers: response.headers,
      body: Buffer.concat(chunks).toString('latin1'),
    };
  } catch {
    return undefined;
  }
}

/** What else than the status a reply is expected to have, and whether it has it. */
function beyond(reply, { type, begins, headers = {} } = {}) {
  return [
    ...(type ? [[`the type ${type}`, reply?.headers['content-type']?.startsWith(type)]] : []),
    ...(begins
      ? [[`a body that begins with ${JSON.stringify(begins)}`, reply?.body.startsWith(begins)]]
      : []),
    ...Object.entries(headers).map(([name, value]) => [`${name}: ${value}`, reply?.headers[name] === value]),
  ];
}

/** Sends all requests to a mock, which is started again if its process ends. */
async function judge({ name, order }) {
  const seen = { name, right: 0, all: 0, rightBeyond: 0, allBeyond: 0, ends: 0 };
  for (const [document, rows] of Object.entries(requests)) {
    let server = await start(order(fileOf(document)));
    for (const [request, expected, more] of rows) {
      const reply = await ask(server.port, request);
      const title = `${name}: ${request.method} ${request.path} ${request.body?.slice(0, 60) ?? ''}`;
      const isRight = [expected].flat().includes(reply?.status);
      seen.all++;
      if (isRight) seen.right++;
      else console.log(`${title} is answered with ${reply?.status ?? 'nothing'} instead of ${expected}`);
      for (const [what, has] of beyond(reply, more)) {
        seen.allBeyond++;
        if (has) seen.rightBeyond++;
        else console.log(`${title} lacks ${what}`);
      }
      if (reply || (await ask(server.port, { method: 'GET', path: '/nowhere', headers: {} }))) continue;
      seen.ends++;
      server = await start(order(fileOf(document)));
    }
    await server.stop();
  }
  return seen;
}

const workloads = [
  { title: 'a valid query', request: get('/items?limit=5') },
  { title: 'a valid body', request: post('/items', { name: 'Lamp', price: 5 }) },
  { title: 'an invalid body', request: post('/items', { name: 7 }) },
];

/** Measures a start until the first reply. */
async function startOf({ order }) {
  const begun = performance.now();
  const server = await start(order(fileOf('shop')));
  await ask(server.port, { method: 'GET', path: '/items', headers: {} });
  const seen = {
    milliseconds: performance.now() - begun,
    cpu: cpuTime(server.pid) / 1000,
    mebibytes: memory(server.pid),
  };
  await server.stop();
  return seen;
}

/** Measures the CPU time of each request, in microseconds. */
async function costsOf({ order }) {
  const server = await start(order(fileOf('shop')));
  const load = loadGenerator();
  const costs = [];
  for (const { request } of workloads) {
    await load.measure(server, request, { count: WARM_UP });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push((await load.measure(server, request, { count: COUNT })).cpu);
    costs.push(median(rounds));
  }
  load.stop();
  await server.stop();
  return costs;
}

const judged = [];
for (const mock of mocks) judged.push(await judge(mock));
// In turn, so that a machine that slows down slows all of them; the shortest time is that of the quietest moment.
const starts = mocks.map(() => []);
for (let round = 0; round < ROUNDS; round++)
  for (const [at, mock] of mocks.entries()) starts[at].push(await startOf(mock));
const costs = [];
for (const mock of mocks) costs.push(await costsOf(mock));

const columns = judged.map(({ name, right, all, rightBeyond, allBeyond, ends }, at) => {
  const figures = (key) => starts[at].map((each) => each[key]);
  return [
    name,
    `${right} of ${all}`,
    `${rightBeyond} of ${allBeyond}`,
    ends,
    `${Math.min(...figures('milliseconds')).toFixed(0)} ms`,
    `${median(figures('cpu')).toFixed(0)} ms`,
    `${median(figures('mebibytes')).toFixed(0)} MiB`,
    ...costs[at].map((cost) => `${(cost / 1000).toFixed(2)} ms`),
  ];
});
const rows = [
  '',
  'replies with the status that the document means',
  'other things that it means: media types, headers, files',
  'requests that end the process',
  'shortest time from the start to the first reply',
  'CPU time until then',
  'memory then',
  ...workloads.map(({ title }) => `CPU time of ${title}`),
].map((title, at) => `| ${[title, ...columns.map((column) => column[at])].join(' | ')} |`);
const day = new Date().toISOString().slice(0, 10);
const [{ model }] = cpus();
const table = [
  rows[0],
  '| --- | --: | --: |',
  ...rows.slice(1),
  '',
  `${day}, Node ${process.versions.node}, ${cpus().length} × ${model}; medians of ${ROUNDS} rounds.`,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) {
  const page = join(root, 'docs', 'project', 'comparison.md');
  const between = /(?<=<!-- mocks -->\n)[\s\S]*?(?=<!-- \/mocks -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, () => `${table}\n`),
  );
}
