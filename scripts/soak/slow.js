/** Two thousand slow connections, and healthy requests beside them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { latency, until } from './client.js';
import { healthy } from './requests.js';
import { startService } from './service.js';

const connections = 2000;

export async function run({ isFull }) {
  const seconds = isFull ? 15 : 9;
  const service = await startService();
  const before = service.descriptors();
  await leastLatency(service.port, seconds);
  const alone = await leastLatency(service.port, seconds);
  const crowd = new Worker(new URL('./crowd.js', import.meta.url), {
    workerData: { port: service.port, connections },
  });
  await once(crowd, 'message');
  const held = service.descriptors() - before;
  const memory = service.memory();
  const beside = await leastLatency(service.port, seconds);
  await crowd.terminate();
  await until(() => service.descriptors() <= before, 15_000);
  const leaked = service.descriptors() - before;
  await service.stop();
  return [
    { what: `slow connections held for ${seconds} s`, figure: held, atLeast: connections * 0.9 },
    { what: 'megabytes of memory meanwhile', figure: memory },
    { what: 'p99 of healthy requests alone, in ms', figure: alone },
    { what: 'p99 beside slow connections, in ms', figure: beside, atMost: Math.min(2 * alone, 20) },
    { what: 'descriptors left behind', figure: leaked, atMost: 0 },
  ];
}

/** The least of three: what else the machine does only ever adds to it. */
async function leastLatency(port, seconds) {
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push(await latency(port, healthy, seconds / 3));
  return Math.min(...rounds);
}
