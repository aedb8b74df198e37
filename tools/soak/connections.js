/** Ten thousand connections, half of them idle and half of them slow, and healthy requests beside them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { latency, until } from './client.js';
import { healthy } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CONNECTIONS = 10_000;
const KIBIBYTE = 1024;
/** No connection times out meanwhile, so that all of them are counted. */
const longTimeouts = { HEADERS_TIMEOUT: '600000', REQUEST_TIMEOUT: '600000', IDLE_TIMEOUT: '600000' };

export async function run({ isFull }) {
  const seconds = isFull ? 30 : 9;
  const idle = await memoryOfIdle();
  const service = await startService({
    descriptors: CONNECTIONS + 500,
    env: { ...longTimeouts, MAX_CONNECTIONS: String(CONNECTIONS + 100) },
  });
  const before = service.descriptors();
  await latency(service.port, healthy, seconds);
  const alone = await latency(service.port, healthy, seconds);
  const empty = service.memory();
  const worker = await openConnections(service, CONNECTIONS / 2);
  const beside = await latency(service.port, healthy, seconds);
  const held = service.descriptors() - before;
  const each = ((service.memory() - empty) * KIBIBYTE) / CONNECTIONS;
  await worker.terminate();
  await until(() => service.descriptors() <= before, 15_000);
  const leaked = service.descriptors() - before;
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    { what: 'connections held', figure: held, atLeast: CONNECTIONS },
    { what: 'kibibytes of memory for each', figure: each, atMost: 16 },
    { what: 'kibibytes for each where all are idle', figure: idle, atMost: 5.5 },
    { what: 'p99 of healthy requests alone, in ms', figure: alone },
    { what: 'p99 beside them, in ms', figure: beside, atMost: 2 * alone },
    { what: 'descriptors leaked', figure: leaked, atMost: 0 },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}

/** Measures the kibibytes of an idle connection, on which one request has been answered. */
async function memoryOfIdle() {
  const service = await startService({
    flags: steadyMemory,
    descriptors: CONNECTIONS + 500,
    env: { ...longTimeouts, MAX_CONNECTIONS: String(CONNECTIONS + 100) },
  });
  await latency(service.port, healthy, 3);
  const empty = service.memory();
  const worker = await openConnections(service, CONNECTIONS);
  const each = ((service.memory() - empty) * KIBIBYTE) / CONNECTIONS;
  await worker.terminate();
  await service.stop();
  return each;
}

/** Opens connections in a worker, that many of them idle, and waits until all are open. */
async function openConnections({ port }, idle) {
  const workerData = { port, connections: CONNECTIONS, idle };
  const worker = new Worker(new URL('./connections-worker.js', import.meta.url), { workerData });
  await once(worker, 'message');
  return worker;
}
