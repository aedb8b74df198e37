/**
 * The gain of a second worker: requests per second with one worker and with two, in turn. The requests are costly to answer,
 * so that the client takes little of the two cores. `npm run bench -- workers [--rounds 5]`.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { median } from './measure.js';
import { start } from './process.js';
import { own } from './servers.js';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const CONNECTIONS = 32;
const COUNT = 20_000;

const filler = JSON.stringify(Array.from({ length: 3000 }, (_, at) => at));
const body = `{"name":"Ada","email":"ada@example.com","age":36,"unknown":${filler}}`;
const request = Buffer.from(
  `POST /users/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);

/** Sends all requests, and returns how many were answered per second. */
async function throughput(port) {
  let left = COUNT;
  const begun = performance.now();
  const ask = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    while (left-- > 0) {
      socket.write(request);
      await once(socket, 'data');
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  return (COUNT / (performance.now() - begun)) * 1000;
}

const servers = await Promise.all(
  ['1', '2'].map((workers) => start({ command: own, env: { LOG_LEVEL: 'silent', WORKERS: workers } })),
);
const samples = [];
for (let round = 0; round <= Number(options.rounds); round++) {
  const [one, two] = [await throughput(servers[0].port), await throughput(servers[1].port)];
  if (round > 0) samples.push({ one, two });
}
await Promise.all(servers.map((server) => server.stop()));
const middle = (figure) => median(samples.map(figure));
console.log(`one worker   ${middle(({ one }) => one).toFixed(0)} requests/s of ${request.length} bytes`);
console.log(`two workers  ${middle(({ two }) => two).toFixed(0)} requests/s`);
console.log(
  `ratio        ${middle(({ one, two }) => two / one).toFixed(2)}, at least 1.70 is expected on two idle cores`,
);
