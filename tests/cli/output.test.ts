import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';

/** That nobody reads what the service prints is no reason to stop, nor not to stop. */

const folder = mkdtempSync(join(tmpdir(), 'assay-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the service with these as standard output and standard error. */
async function start(
  output: number | 'pipe',
  errors: number | 'pipe' | 'ignore',
  ...args: readonly string[]
) {
  const port = await freePort();
  const flags = ['--host', '127.0.0.1', '--port', String(port), ...args];
  const child = spawn(process.execPath, ['dist/entries/node.js', ...flags], {
    stdio: ['ignore', output, errors],
  });
  const exited = once(child, 'exit');
  const listening = untilListening(port);
  return { child, exited, listening, port };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const listens = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  if (!listens) await untilListening(port);
}

/** Has half a megabyte logged, and expects every answer. */
async function keepBusy(port: number): Promise<void> {
  const target = `/${'x'.repeat(1000)}`;
  for (let n = 0; n < 500; n++) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`);
    expect(response.status).toBe(404);
    await response.arrayBuffer();
  }
}

/** Tells whether a process runs: one that has ended stays in the list until its parent looks after it. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

function fifo(): number {
  const path = join(folder, 'fifo');
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('there is no mkfifo');
  return openSync(path, constants.O_RDWR);
}

describe.each([{ workers: '1' }, { workers: '2' }])('the service, with $workers workers', ({ workers }) => {
  const flags = ['--workers', workers];

  it('goes on when nobody can read what it prints any more, and ends when it is told to', async () => {
    const { child, exited, listening, port } = await start('pipe', 'pipe', ...flags);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await listening;
    await keepBusy(port);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it('goes on when nobody reads what it prints, and ends when it is told to', async () => {
    const { child, exited, listening, port } = await start('pipe', 'pipe', ...flags);
    await listening;
    await keepBusy(port);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  it.skipIf(process.platform === 'win32')(
    'goes on when a pipe is full, and ends when it is told to',
    async () => {
      const pipe = fifo();
      const { child, exited, listening, port } = await start(pipe, pipe, ...flags);
      await listening;
      await keepBusy(port);
      child.kill();
      expect(await exited).toEqual([0, null]);
      closeSync(pipe);
      rmSync(join(folder, 'fifo'));
    },
  );

  it.runIf(existsSync('/dev/full'))(
    'goes on when the disk is full, and ends when it is told to',
    async () => {
      const full = openSync('/dev/full', 'w');
      const { child, exited, listening, port } = await start(full, full, ...flags);
      await listening;
      await keepBusy(port);
      child.kill();
      expect(await exited).toEqual([0, null]);
      closeSync(full);
    },
  );
});

it.runIf(spawnSync('script', ['--version']).status === 0)(
  'a terminal that has stalled holds up nobody, and no stop',
  async () => {
    const port = await freePort();
    const id = join(folder, 'pid');
    const command = `echo $$ > ${id}; exec ${process.execPath} dist/entries/node.js --port ${port}`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    await untilListening(port);
    await keepBusy(port);
    const pid = Number(readFileSync(id, 'utf8'));
    process.kill(pid);
    while (isRunning(pid)) await wait(50);
    terminal.kill('SIGKILL');
  },
);

it('every line arrives whole at whoever reads, also from several workers', async () => {
  const { child, listening, port } = await start('pipe', 'ignore', '--workers', '2');
  const closed = once(child, 'close');
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  await listening;
  const processes = () => new Set(printed.match(/(?<="pid":)\d+/g)).size;
  let clients = 0;
  // One worker may take several connections before the other has its turn.
  for (; processes() < 3; clients += 6) await Promise.all(Array.from({ length: 6 }, () => keepBusy(port)));
  child.kill();
  await closed;
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(500 * clients);
});
