/** A million requests, a third of them hostile: none fails, and nothing leaks. */
import { Connection, until } from './client.js';
import { hostile, ordinary } from './requests.js';
import { startService, steadyMemory } from './service.js';

const CONNECTIONS = 50;
/** Requests until the memory of the service is steady. */
const WARM_UP = 50_000;

export async function run({ isFull }) {
  const count = isFull ? 1_000_000 : 50_000;
  const service = await startService({ flags: steadyMemory });
  const before = service.descriptors();
  await sendMixed(service.port, WARM_UP, () => {});
  const memory = watchMemory(service);
  const start = performance.now();
  const unexpected = await sendMixed(service.port, count, memory.progress);
  const seconds = (performance.now() - start) / 1000;
  await until(() => service.descriptors() <= before, 15_000);
  const { early, late } = memory.figures();
  const leaked = service.descriptors() - before;
  const errorOutput = service.errorOutput();
  await service.stop();
  return [
    { what: `${count} mixed requests, in seconds`, figure: seconds },
    { what: 'unexpected replies', figure: unexpected.size, atMost: 0, more: [...unexpected] },
    { what: 'descriptors leaked', figure: leaked, atMost: 0 },
    {
      what: 'megabytes more at the end than at a tenth',
      figure: late - early,
      atMost: 10,
      more: [{ early, late }],
    },
    { what: 'characters of error output', figure: errorOutput.length, atMost: 0, more: [errorOutput] },
  ];
}

/** Sends requests over several connections at once; returns the unexpected replies. */
async function sendMixed(port, count, progress) {
  const unexpected = new Map();
  let sent = 0;
  async function send() {
    let connection = new Connection(port);
    for (let at = sent++; at < count; at = sent++) {
      progress(at / count);
      const [request, expected] = choose(at);
      if (connection.ended) connection = new Connection(port);
      const status = await connection.ask(request);
      if (status !== expected) unexpected.set(`${request.slice(0, 60)}: ${status}, not ${expected}`, at);
    }
    await connection.close();
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return unexpected;
}

function choose(at) {
  const kind = at % 3 === 2 ? hostile : ordinary;
  return kind[Math.floor(at / 3) % kind.length];
}

/** Samples the memory of the busy service around a tenth of its work and at the end, and returns medians. */
function watchMemory(service) {
  const readings = { early: [], late: [] };
  let due = 0;
  return {
    progress(part) {
      if (part < due) return;
      due = part + 0.002;
      if (part > 0.05 && part < 0.15) readings.early.push(service.memory());
      if (part > 0.9) readings.late.push(service.memory());
    },
    figures: () => ({ early: median(readings.early), late: median(readings.late) }),
  };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
