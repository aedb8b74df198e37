/** Two thousand slow connections, and healthy requests beside them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { latency, until } from './client.js';
import { healthy } from './requests.js';
import { startService } from './service.js';

const CONNECTIONS = 2000;

export async function run({ isFull }) {
  const seconds = isFull ? 15 : 9;
  const service = await startService();
  const before = service.descriptors();
  await latency(service.port, healthy, seconds);
  const alone = await latency(service.port, healthy, seconds);
  const worker = new Worker(new URL('./connections-worker.js', import.meta.url), {
    workerData: { port: service.port, connections: CONNECTIONS },
  });
  await once(worker, 'message');
  const held = service.descriptors() - before;
  const memory = service.memory();
  const beside = await latency(service.port, healthy, seconds);
  await worker.terminate();
  await until(() => service.descriptors() <= before, 15_000);
  const leaked = service.descriptors() - before;
  await service.stop();
  return [
    { what: `slow connections held for ${seconds} s`, figure: held, atLeast: CONNECTIONS * 0.9 },
    { what: 'megabytes of memory meanwhile', figure: memory },
    { what: 'p99 of healthy requests alone, in ms', figure: alone },
    { what: 'p99 beside slow connections, in ms', figure: beside, atMost: Math.min(2 * alone, 20) },
    { what: 'descriptors leaked', figure: leaked, atMost: 0 },
  ];
}
