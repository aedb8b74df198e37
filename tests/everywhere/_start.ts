import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ProcessOutput } from '../_service.ts';
import type { Runtime } from './_remote.ts';
import type { Launch } from './_runtimes.ts';

/** A runtime in a process of its own. */
export interface Started {
  readonly runtime: Runtime;
  stop(): Promise<void>;
}

/** Starts a runtime, and waits until it says where it listens. */
export async function start({ name, command, args, env, port }: Launch): Promise<Started> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, since some start processes of their own.
    detached: true,
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  const output = new ProcessOutput(child);
  const said = await output.waitFor(port ?? /^(\{"ports":.*\})$/m);
  const place: Omit<Runtime, 'name'> = port ? { ports: Number(said) } : JSON.parse(said);
  return { runtime: { name, ...place }, stop: () => stop(child) };
}

async function stop(child: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
