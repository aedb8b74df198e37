/** The built service in a process of its own, with its memory and descriptors as /proc shows them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endWithThis, freePort } from '../../scripts/child-processes.js';
import { Connection, sleep, until } from './client.js';

const entry = fileURLToPath(new URL('../../dist/entries/node.js', import.meta.url));

/** False where memory and descriptors of a process can't be read. */
export const hasProc = existsSync('/proc/self/fd');

/** Node's flag for a small young generation, with which memory fluctuates less and growth shows what is held. */
export const steadyMemory = ['--max-semi-space-size=1'];

/**
 * Starts the service, or with `args` such as a document what they say; `flags` are Node's, `descriptors` limits its descriptors, `env`
 * has its settings. It logs only errors.
 */
export async function startService({ flags = [], args = [], descriptors, env = {} } = {}) {
  const port = Number(env.PORT ?? (await freePort()));
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors};`;
  const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', process.execPath, ...flags, entry, ...args], {
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThis(child);
  let errorOutput = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      errorOutput += text;
    });
  }
  const { pid } = child;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const isSeen = () => hasProc && isAlive();
  const stop = async () => {
    if (!isAlive()) return;
    child.kill();
    await once(child, 'exit');
  };
  try {
    await until(async () => !isAlive() || (await answers(port)), 10_000);
  } catch (error) {
    await stop();
    throw error;
  }
  await sleep(500);
  if (!isAlive()) throw new Error(`The service did not start: ${errorOutput}`);
  return {
    port,
    isAlive,
    errorOutput: () => errorOutput,
    descriptors: () => (isSeen() ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN),
    /** Resident memory in megabytes. */
    memory: () => (isSeen() ? residentMemory(pid) : Number.NaN),
    stop,
  };
}

async function answers(port) {
  const connection = new Connection(port);
  const status = await connection.ask('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  await connection.close();
  return status === 200;
}

function residentMemory(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
