/**
 * A thousand clients that send now and then, some of it hostile and large, to the practice service and then to a mock that remembers,
 * at last more than it can answer: `/livez` answers meanwhile, and memory stays.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Connection, sleep } from './client.js';
import { document, requests } from './mock.js';
import { hostile, large, ordinary } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CLIENTS = 1000;
/** The longest time between two requests of a client, in milliseconds: about 600 requests a second, and 200 to a mock. */
const PAUSE = 3400;
const PAUSE_OF_MOCK = 10_000;
const PAUSE_OF_OVERLOAD = 1000;
/** The time between two looks at the service, in milliseconds. */
const LOOK = 50;
/** The part of the time until memory is steady, and the part in which it is measured at the end. */
const EDGE = 0.2;

export async function* run({ isFull }) {
  const duration = 1000 * (isFull ? 3600 : 60);
  const practised = [...ordinary, ...ordinary, ...hostile, ...large];
  yield* await crowd({ all: practised, pause: PAUSE, duration, args: [] });
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  const file = join(folder, 'document.json');
  try {
    await writeFile(file, JSON.stringify(document));
    const args = [file, '--remember'];
    yield* await crowd({ all: requests, pause: PAUSE_OF_MOCK, duration, args });
    yield* await crowd({ all: requests, pause: PAUSE_OF_OVERLOAD, duration: 60_000, args });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Has requests sent, each with the expected status, or without if it is any but a 500. */
async function crowd({ all, pause, duration, args }) {
  const service = await startService({ flags: ['--max-old-space-size=400', ...steadyMemory], args });
  const end = performance.now() + duration;
  const unexpected = new Set();
  let count = 0;
  const send = async () => {
    let connection = new Connection(service.port);
    for (let at = Math.floor(all.length * Math.random()); performance.now() < end; at += 1) {
      await sleep(pause * Math.random());
      const [request, expected] = all[at % all.length];
      if (connection.ended) connection = new Connection(service.port);
      const status = await connection.ask(request);
      count++;
      if (expected === undefined ? status === 500 : status !== expected)
        unexpected.add(`${request.slice(0, 60)}: ${status}, not ${expected}`);
    }
    await connection.close();
  };
  const looking = look(service, end, duration);
  await Promise.all(Array.from({ length: CLIENTS }, send));
  const { slowest, memory } = await looking;
  const errorOutput = withoutNotices(service.errorOutput());
  await service.stop();
  const [early, middle, late] = memory.map(median);
  return [
    { what: `requests of ${CLIENTS} clients a second`, figure: (1000 * count) / duration },
    { what: 'unexpected replies', figure: unexpected.size, atMost: 0, more: [...unexpected] },
    { what: 'milliseconds until the slowest /livez', figure: slowest, atMost: 100 },
    { what: 'megabytes at the beginning', figure: early },
    { what: 'megabytes in the middle', figure: middle },
    { what: 'megabytes more at the end', figure: late - early, atMost: 10 },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}

/** What is not a notice of the start. */
function withoutNotices(output) {
  const lines = output.split('\n');
  return lines.filter((line) => !line.includes('"level":"info"')).join('\n');
}

/** Has `/livez` asked for all the time, and reads how much memory the service has. */
async function look(service, end, duration) {
  const memory = [[], [], []];
  const workerData = { port: service.port, duration, pause: LOOK };
  const asking = once(new Worker(new URL('./health-worker.js', import.meta.url), { workerData }), 'message');
  for (let now = performance.now(); now < end; now = performance.now()) {
    const part = 1 - (end - now) / duration;
    if (part > EDGE) memory[part > 1 - EDGE ? 2 : part > 2 * EDGE ? 1 : 0].push(service.memory());
    await sleep(LOOK);
  }
  const [slowest] = await asking;
  return { slowest, memory };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
