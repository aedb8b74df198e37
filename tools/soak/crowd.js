/** A thousand clients that send now and then, some of it hostile and large: `/livez` answers meanwhile, and memory stays. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Connection, sleep } from './client.js';
import { hostile, large, ordinary } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CLIENTS = 1000;
/** The longest time between two requests of a client, in milliseconds: about 600 requests a second. */
const PAUSE = 3400;
/** The time between two looks at the service, in milliseconds. */
const LOOK = 50;
/** The part of the time until memory is steady, and the part in which it is measured at the end. */
const EDGE = 0.2;
const all = [...ordinary, ...ordinary, ...hostile, ...large];

export async function run({ isFull }) {
  const duration = 1000 * (isFull ? 3600 : 60);
  const service = await startService({ flags: ['--max-old-space-size=400', ...steadyMemory] });
  const end = performance.now() + duration;
  const unexpected = new Set();
  let count = 0;
  const send = async () => {
    let connection = new Connection(service.port);
    for (let at = Math.floor(all.length * Math.random()); performance.now() < end; at += 1) {
      await sleep(PAUSE * Math.random());
      const [request, expected] = all[at % all.length];
      if (connection.ended) connection = new Connection(service.port);
      const status = await connection.ask(request);
      count++;
      if (status !== expected) unexpected.add(`${request.slice(0, 60)}: ${status}, not ${expected}`);
    }
    await connection.close();
  };
  const looking = look(service, end, duration);
  await Promise.all(Array.from({ length: CLIENTS }, send));
  const { slowest, memory } = await looking;
  const errorOutput = service.errorOutput();
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
