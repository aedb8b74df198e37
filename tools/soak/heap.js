/** Large bodies and hostile JSON, in little memory. */
import { Connection, latency } from './client.js';
import { healthy, large } from './requests.js';
import { startService } from './service.js';

const MEGABYTES = 128;
const CONNECTIONS = 100;

export async function run({ isFull }) {
  const count = isFull ? 50_000 : 5_000;
  const service = await startService({ flags: [`--max-old-space-size=${MEGABYTES}`] });
  const { unexpected, most } = await sendLarge(service, count);
  const beside = await latency(service.port, healthy);
  const isAlive = service.isAlive();
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    { what: `${count} large requests with an unexpected reply`, figure: unexpected, atMost: 0 },
    { what: 'megabytes of memory at most', figure: most, atMost: 2.5 * MEGABYTES },
    { what: 'p99 of healthy requests afterwards, in ms', figure: beside, atMost: 20 },
    { what: 'still running', figure: Number(isAlive), atLeast: 1 },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}

/** Sends large requests over many connections at once; counts unexpected replies, and watches the memory. */
async function sendLarge(service, count) {
  let sent = 0;
  let unexpected = 0;
  let most = 0;
  async function send() {
    let connection = new Connection(service.port);
    for (let at = sent++; at < count; at = sent++) {
      const [request, expected] = large[at % large.length];
      if (connection.ended) connection = new Connection(service.port);
      if ((await connection.ask(request)) !== expected) unexpected++;
      if (at % 100 === 0) most = Math.max(most, service.memory());
    }
    await connection.close();
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return { unexpected, most };
}
