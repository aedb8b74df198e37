/** Asks for `/livez` all the time, in a thread of its own, which the other clients don't keep busy; posts the longest wait. */
import { parentPort, workerData } from 'node:worker_threads';
import { Connection, sleep } from './client.js';

const HEALTH = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
const { port, duration, pause } = workerData;
const end = performance.now() + duration;
let slowest = 0;
let connection = new Connection(port);
for (let start = performance.now(); start < end; start = performance.now()) {
  if (connection.ended) connection = new Connection(port);
  await connection.ask(HEALTH);
  slowest = Math.max(slowest, performance.now() - start);
  await sleep(pause);
}
await connection.close();
parentPort.postMessage(slowest);
