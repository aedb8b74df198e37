/** Server processes, and the CPU time that they take. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { endWithThis, freePort } from '../../scripts/child-processes.js';

/** Starts a server, and waits until it listens. Its output goes through a pipe, as in a container. */
export async function start({ command, env = {} }) {
  const port = await freePort();
  const child = spawn(command[0], command.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThis(child);
  let printed = 0;
  child.stdout.on('data', (chunk) => {
    printed += chunk.length;
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
    await immediate();
  }
  return {
    port,
    pid: child.pid,
    /** The number of bytes printed so far. */
    printed: () => printed,
    stop: () => stop(child),
  };
}

async function stop(child) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Tells whether a server listens on a port. */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const isExact = existsSync('/proc/self/schedstat');
export const precision = isExact
  ? 'CPU time is user and system time of all threads, in nanoseconds from /proc.'
  : 'CPU time comes from `ps`, to a hundredth of a second or worse: only long rounds are meaningful.';

/** The microseconds of CPU time that a process has taken so far, in user and system mode, in all its threads. */
export function cpuTime(pid) {
  return isExact ? scheduledTime(pid) : printedTime(pid);
}

/** The time of each thread of each process, in nanoseconds, as last seen. The time of a thread that has ended still counts. */
const lastSeen = new Map();

function scheduledTime(pid) {
  const times = lastSeen.get(pid) ?? new Map();
  lastSeen.set(pid, times);
  for (const id of readdirSync(`/proc/${pid}/task`)) times.set(id, threadTime(pid, id) ?? times.get(id) ?? 0);
  return [...times.values()].reduce((sum, time) => sum + time, 0) / 1000;
}

/** Returns undefined for a thread that has ended since it was listed. */
function threadTime(pid, id) {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`), 10);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

/** `ps` prints `[days-][hours:]minutes:seconds`. */
function printedTime(pid) {
  const printed = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  const [days, time] = printed.includes('-') ? printed.split('-') : ['0', printed];
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1e6;
}

/** Resident memory of a process in mebibytes; needs /proc. */
export function memory(pid) {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
