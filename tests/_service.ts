import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built service in a process of its own. */
export interface Service {
  /** Where it says that it listens. */
  readonly origin: string;
  /** Asks it to end, and waits until it has; gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** What it has printed so far. */
  output(): string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the service on a free port, as `npm start` would, and waits until it says that it listens. */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const child = launch({ HOST: '127.0.0.1', PORT: '0', ...env });
  const exited = once(child, 'exit');
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: string) => {
      printed += chunk;
      const [, address] = / listens on ([^\s,]+).*\n/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`The service ended before it listened: ${printed}`)));
  });
  return {
    origin,
    output: () => printed,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [exitCode] = await exited;
      return exitCode;
    },
  };
}

/** Runs the service to the end that it is expected to come to by itself. */
export async function runService(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = launch(env);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

function launch(env: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, ['dist/entries/node.js'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}
