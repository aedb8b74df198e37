/** Clients that request much and read nothing, in little memory. */
import { connect } from 'node:net';
import { latency, sleep, until } from './client.js';
import { healthy } from './requests.js';
import { startService } from './service.js';

const MEGABYTES = 128;
const CONNECTIONS = 100;
const asked = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000);

export async function run() {
  const service = await startService({ flags: [`--max-old-space-size=${MEGABYTES}`] });
  const before = service.descriptors();
  const sockets = Array.from({ length: CONNECTIONS }, () => requestWithoutReading(service.port));
  let most = 0;
  for (let second = 0; second < 12 && service.isAlive(); second++) {
    await sleep(1000);
    most = Math.max(most, service.memory());
  }
  const disconnected = await until(() => !(service.descriptors() > before), 5_000);
  const isAlive = service.isAlive();
  const beside = isAlive ? await latency(service.port, healthy) : Number.NaN;
  for (const socket of sockets) socket.destroy();
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    {
      what: `still running with ${CONNECTIONS} clients that do not read`,
      figure: Number(isAlive),
      atLeast: 1,
      more: [errorOutput],
    },
    { what: 'megabytes of memory at most', figure: most, atMost: 2 * MEGABYTES },
    {
      what: 'seconds until all of them are disconnected',
      figure: isAlive ? 12 + disconnected / 1000 : Number.NaN,
      atMost: 15,
    },
    { what: 'p99 of healthy requests afterwards, in ms', figure: beside, atMost: 20 },
  ];
}

function requestWithoutReading(port) {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause();
  socket.write(asked);
  return socket;
}
