import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startReconnectingClients } from '../_reconnecting-clients.ts';
import { ProcessOutput } from '../_service.ts';

/**
 * Socket activation as by systemd: the holder opens the socket, starts the service four times, one after the other, and
 * never accepts a connection itself.
 */
const holder = `
  const { spawnSync } = require('node:child_process');
  const { fds, args } = JSON.parse(process.argv[1]);
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    console.log('held at port ' + server.address().port);
    const service = 'echo service $$; LISTEN_PID=$$ LISTEN_FDS=' + fds + ' exec ' + process.execPath + ' dist/entries/node.js ' + args;
    for (let starts = 0; starts < 4; starts++) {
      const { status } = spawnSync('sh', ['-c', service], { stdio: ['ignore', 'inherit', 'inherit', server._handle.fd] });
      console.log('ended ' + starts + ' with ' + status);
    }
    process.exit();
  });`;

interface Holder {
  readonly child: ChildProcess;
  readonly output: ProcessOutput;
  readonly port: number;
}

async function hold(args: string, fds = 1): Promise<Holder> {
  const child = spawn(process.execPath, ['-e', holder, JSON.stringify({ fds, args })], {
    env: { ...process.env, PORT: '1', LOG_LEVEL: 'info', STOP_DEADLINE: '3600000' },
  });
  const output = new ProcessOutput(child);
  return { child, output, port: Number(await output.waitFor(/held at port (\d+)/)) };
}

/** Waits for the nth start of the service, and returns its process. */
async function started(output: ProcessOutput, nth: number): Promise<number> {
  await output.waitFor(new RegExp(`(?: listens on [^]*){${nth}}`));
  const pids = Array.from(output.text.matchAll(/service (\d+)/g), ([, pid]) => Number(pid));
  return pids[nth - 1] ?? 0;
}

describe.each(['', '--workers 2'])('a socket-activated service %s', (args) => {
  it('loses no request and refuses no connection while it is restarted under load', async () => {
    const { child, output, port } = await hold(args);
    const exited = once(child, 'exit');
    await started(output, 1);
    expect(output.text).toContain(`listens on http://127.0.0.1:${port}`);
    const clients = await startReconnectingClients(port, 50);
    for (let nth = 1; nth < 4; nth++) {
      process.kill(await started(output, nth), 'SIGTERM');
      await output.waitFor(new RegExp(`ended ${nth - 1} with 0`));
    }
    const last = await started(output, 4);
    expect(await clients.end()).toEqual({ lost: 0, refused: 0 });
    process.kill(last, 'SIGTERM');
    await exited;
    expect(output.text).toContain('ended 3 with 0');
    expect(output.text).not.toContain('"level":"error"');
  });
});

it('more than one socket is refused in one line', async () => {
  const { child, output } = await hold('', 2);
  await once(child, 'close');
  expect(output.text.match(/^The service was handed 2 sockets, but takes one$/gm)).toHaveLength(4);
  expect(output.text.match(/with 1$/gm)).toHaveLength(4);
});
