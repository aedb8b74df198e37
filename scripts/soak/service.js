/** The built service in a process of its own, and what the system says of that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../dist/entries/node.js', import.meta.url));

/** Without it nobody says how much memory and how many descriptors a process has. */
export const hasProc = existsSync('/proc/self/fd');

/** Starts the service on a free port; `flags` are Node's, `descriptors` is how many it may have. */
export async function startService({ flags = [], descriptors } = {}) {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors};`;
  const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', process.execPath, ...flags, entry], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const port = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The service did not start: ${complaints}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const [, found] = / listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
      if (found) resolve(Number(found));
    });
  });
  const { pid } = child;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const isSeen = () => hasProc && isAlive();
  return {
    port,
    isAlive,
    /** What it has printed beyond the line that says where it listens. */
    complaints: () => complaints + printed.split('\n').slice(1).join('\n'),
    descriptors: () => (isSeen() ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN),
    /** Resident memory in megabytes. */
    memory: () => (isSeen() ? residentMemory(pid) : Number.NaN),
    async stop() {
      if (!isAlive()) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

function residentMemory(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
