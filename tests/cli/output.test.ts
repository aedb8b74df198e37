import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openOutput } from '../../src/hosts/node/log-output.ts';

/** Output that nobody reads: it neither stops the service nor keeps it from stopping. */

const folder = mkdtempSync(join(tmpdir(), 'assay-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the service with these as standard output and standard error, on a new Unix socket. */
function start(output: number | 'pipe', errors: number | 'pipe' | 'ignore', ...args: readonly string[]) {
  const socketPath = newSocketPath();
  const child = spawn(process.execPath, ['dist/entries/node.js', '--socket', socketPath, ...args], {
    stdio: ['ignore', output, errors],
  });
  const exited = once(child, 'exit');
  const listening = untilListening(socketPath);
  return { child, exited, listening, socketPath };
}

let sockets = 0;
const newSocketPath = () => join(folder, `socket${++sockets}`);

async function untilListening(socketPath: string): Promise<void> {
  const socket = connect(socketPath);
  const listens = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  if (!listens) await untilListening(socketPath);
}

/** Sends requests that log half a megabyte, and expects every reply. */
async function keepBusy(socketPath: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let n = 0; n < 500; n++) {
    const request = get({ agent, socketPath, path: `/${'x'.repeat(1000)}` });
    const [response]: IncomingMessage[] = await once(request, 'response');
    expect(response?.statusCode).toBe(404);
    if (response) await once(response.resume(), 'end');
  }
  agent.destroy();
}

/** Tells whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

function fifo(): number {
  const path = join(folder, 'fifo');
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('mkfifo failed');
  return openSync(path, constants.O_RDWR);
}

describe.each([{ workers: '1' }, { workers: '2' }])('the service, with $workers workers', ({ workers }) => {
  const flags = ['--workers', workers];

  it('goes on when its output is closed, and stops on a signal', async () => {
    const { child, exited, listening, socketPath } = start('pipe', 'pipe', ...flags);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await listening;
    await keepBusy(socketPath);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it('goes on when nobody reads its output, and stops on a signal', async () => {
    const { child, exited, listening, socketPath } = start('pipe', 'pipe', ...flags);
    await listening;
    await keepBusy(socketPath);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it.skipIf(process.platform === 'win32')('goes on when a pipe is full, and stops on a signal', async () => {
    const pipe = fifo();
    const { child, exited, listening, socketPath } = start(pipe, pipe, ...flags);
    await listening;
    await keepBusy(socketPath);
    child.kill();
    expect(await exited).toEqual([0, null]);
    closeSync(pipe);
    rmSync(join(folder, 'fifo'));
  });

  it.runIf(existsSync('/dev/full'))('goes on when the disk is full, and stops on a signal', async () => {
    const full = openSync('/dev/full', 'w');
    const { child, exited, listening, socketPath } = start(full, full, ...flags);
    await listening;
    await keepBusy(socketPath);
    child.kill();
    expect(await exited).toEqual([0, null]);
    closeSync(full);
  });
});

it.skipIf(process.platform === 'win32')(
  'buffers a megabyte of unread output, and drops the rest',
  async () => {
    const pipe = fifo();
    const output = openOutput(pipe);
    const line = `${'x'.repeat(1023)}\n`;
    for (let n = 0; n < 1500; n++) output.write(line);
    const reader = createReadStream(join(folder, 'fifo'), 'utf8');
    let read = '';
    for await (const chunk of reader) {
      read += chunk;
      if (read.length >= 1024 * line.length) break;
    }
    expect(await output.end()).toBe(true);
    expect(read).toBe(line.repeat(1024));
    rmSync(join(folder, 'fifo'));
  },
);

it('a silent service prints nothing', async () => {
  const { child, exited, listening, socketPath } = start('pipe', 'pipe', '--log-level', 'silent');
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  await listening;
  await keepBusy(socketPath);
  child.kill();
  expect(await printed).toEqual(['', '']);
  expect(await exited).toEqual([0, null]);
});

it.runIf(spawnSync('script', ['--version']).status === 0)(
  'a stalled terminal delays neither replies nor a stop',
  async () => {
    const socketPath = newSocketPath();
    const id = join(folder, 'pid');
    const command = `echo $$ > ${id}; exec ${process.execPath} dist/entries/node.js --socket ${socketPath}`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    await untilListening(socketPath);
    await keepBusy(socketPath);
    const pid = Number(readFileSync(id, 'utf8'));
    process.kill(pid);
    while (isRunning(pid)) await wait(50);
    terminal.kill('SIGKILL');
  },
);

it('lines of several workers are not mixed', async () => {
  const { child, listening, socketPath } = start('pipe', 'ignore', '--workers', '2');
  const closed = once(child, 'close');
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  await listening;
  const processes = () => new Set(printed.match(/(?<="pid":)\d+/g)).size;
  let clients = 0;
  // One worker may take several connections before the other takes one.
  for (; processes() < 3; clients += 6)
    await Promise.all(Array.from({ length: 6 }, () => keepBusy(socketPath)));
  child.kill();
  await closed;
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(500 * clients);
});
