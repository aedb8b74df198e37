/** Requests that are aborted at some point, in one of three ways. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { latency, until } from './client.js';
import { healthy, hostile, large, ordinary } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CONNECTIONS = 50;
/** Requests until the memory of the service is steady. */
const WARM_UP = 16_000;
const requests = [...ordinary, ...hostile, ...large].map(([request]) => request);

export async function run({ isFull }) {
  const count = isFull ? 20_000 : 2_000;
  const service = await startService({ flags: steadyMemory });
  const before = service.descriptors();
  await abortMany(service.port, WARM_UP);
  const early = service.memory();
  await abortMany(service.port, count);
  await until(() => service.descriptors() <= before, 15_000);
  const leaked = service.descriptors() - before;
  const grown = service.memory() - early;
  const beside = await latency(service.port, healthy);
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    { what: `descriptors leaked by ${count} aborts`, figure: leaked, atMost: 0 },
    { what: 'megabytes more than before', figure: grown, atMost: 20 },
    { what: 'p99 of healthy requests afterwards, in ms', figure: beside, atMost: 20 },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}

async function abortMany(port, count) {
  let sent = 0;
  async function abort() {
    for (let at = sent++; at < count; at = sent++) await breakOff(port, at);
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, abort));
}

/** Sends part of a request and resets or closes the connection, or resets it after the first bytes of the reply. */
async function breakOff(port, at) {
  const request = requests[at % requests.length];
  const length = Math.floor(request.length * ((at * 0.618) % 1)) + 1;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(at % 3 === 2 ? request : request.slice(0, length), 'latin1', () => {
    if (at % 3 === 0) socket.resetAndDestroy();
    else if (at % 3 === 1) socket.destroy();
    else socket.once('data', () => socket.resetAndDestroy());
  });
  await closed;
}
