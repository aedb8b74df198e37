/** More connections than descriptors: open ones are still served, and new ones again once descriptors are free. */
import { connect } from 'node:net';
import { Connection, sleep, until } from './client.js';
import { healthy } from './requests.js';
import { startService } from './service.js';

const DESCRIPTORS = 256;

export async function run({ isFull }) {
  const service = await startService({ descriptors: DESCRIPTORS });
  const before = service.descriptors();
  const early = new Connection(service.port);
  await early.ask(healthy);
  const sockets = Array.from({ length: 3 * DESCRIPTORS }, () =>
    connect(service.port, '127.0.0.1').on('error', () => {}),
  );
  await until(() => sockets.every((socket) => !socket.connecting), 5_000);
  const held = service.descriptors();
  let served = 0;
  const rounds = isFull ? 100 : 20;
  for (let round = 0; round < rounds; round++) {
    if ((await early.ask(healthy)) === 200) served++;
    await sleep(50);
  }
  for (const socket of sockets) socket.destroy();
  const recovery = await until(async () => (await new Connection(service.port).ask(healthy)) === 200, 15_000);
  await early.close();
  await until(() => service.descriptors() <= before, 15_000);
  const leaked = service.descriptors() - before;
  const isAlive = service.isAlive();
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    { what: `descriptors in use, of ${DESCRIPTORS}`, figure: held, atLeast: DESCRIPTORS - 10 },
    { what: 'requests served on an earlier connection', figure: served, atLeast: rounds },
    { what: 'milliseconds until new connections are served again', figure: recovery, atMost: 1000 },
    { what: 'descriptors leaked', figure: leaked, atMost: 0 },
    { what: 'still running', figure: Number(isAlive), atLeast: 1 },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}
