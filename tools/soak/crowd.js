/** A thousand clients that send now and then, some of it hostile and large: `/livez` answers meanwhile, and memory stays. */
import { Connection, sleep } from './client.js';
import { hostile, large, ordinary } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CLIENTS = 1000;
/** The longest time between two requests of a client, in milliseconds: about 600 requests a second. */
const PAUSE = 3400;
const LOOK = 250;
/** The part of the time until memory is steady, and the part in which it is measured at the end. */
const EDGE = 0.2;
const all = [...ordinary, ...ordinary, ...hostile, ...large];
const HEALTH = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';

export async function run({ isFull }) {
  const duration = 1000 * (isFull ? 600 : 60);
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

/** Asks for `/livez` all the time, on a connection of its own, and reads how much memory the service has. */
async function look(service, end, duration) {
  const memory = [[], [], []];
  let slowest = 0;
  let connection = new Connection(service.port);
  for (let start = performance.now(); start < end; start = performance.now()) {
    if (connection.ended) connection = new Connection(service.port);
    await connection.ask(HEALTH);
    slowest = Math.max(slowest, performance.now() - start);
    const part = 1 - (end - start) / duration;
    if (part > EDGE) memory[part > 1 - EDGE ? 2 : part > 2 * EDGE ? 1 : 0].push(service.memory());
    await sleep(LOOK);
  }
  await connection.close();
  return { slowest, memory };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
