import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built service in a process of its own. */
export interface Service {
  /** The address that it prints at start. */
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  /** Sends a signal and waits for the exit; resolves to the exit code, or to null if the signal killed the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** The output so far. */
  output(): string;
  /** Waits until the output matches, and returns the first group. */
  waitForOutput(pattern: RegExp): Promise<string>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const built: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin.assay;

/** Starts the service on a free port, as `npm start` does, and waits until it listens. */
export async function startService(
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
  entry = built,
  runtime: readonly string[] = [process.execPath],
): Promise<Service> {
  const child = launch({ HOST: '127.0.0.1', PORT: '0', ...env }, args, [...runtime, entry]);
  const exited = once(child, 'exit');
  const output = new ProcessOutput(child);
  const origin = await output.waitFor(/ listens on ([^\s,"]+).*\n/);
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid ?? 0,
    output: () => output.text,
    waitForOutput: (pattern) => output.waitFor(pattern),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [exitCode] = await exited;
      return exitCode;
    },
  };
}

/**
 * Whether the service answers at this host as well; stops it. Only its log can tell: another service may
 * have the same port at that host.
 */
export async function alsoAnswersAt(host: string, service: Service): Promise<boolean> {
  const id = randomUUID();
  await fetch(`http://${host}:${service.port}/`, { headers: { 'X-Request-ID': id } }).catch(() => undefined);
  await service.stop();
  await service.waitForOutput(/has stopped/);
  return service.output().includes(id);
}

/** Variables that make every Node process of a service run this module first. */
export function preload(script: string): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** Runs a command of the service that ends by itself. */
export async function runService(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = launch(env, args);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

/** The address of the style sheet of the page. */
export async function styleOf(origin: string): Promise<string> {
  const page = await fetch(`${origin}/docs`);
  const [, address = ''] = /href="([^"]*\.css)"/.exec(await page.text()) ?? [];
  return new URL(address, page.url).href;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function launch(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  [program = '', ...before]: readonly string[] = [process.execPath, built],
): Child {
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}

/** The output of a process, standard output and standard error together. */
export class ProcessOutput {
  text = '';
  readonly #look = new Set<() => void>();
  #isOver = false;

  constructor(child: Pick<ChildProcess, 'once'> & Pick<Child, 'stdout' | 'stderr'>) {
    const read = (chunk: string) => {
      this.text += chunk;
      for (const look of this.#look) look();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => {
      this.#isOver = true;
      for (const look of this.#look) look();
    });
  }

  /** Waits for a match, and returns its first group. */
  waitFor(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.text);
        if (match) resolve(match[1] ?? '');
        else if (this.#isOver)
          reject(new Error(`The process ended without printing ${pattern}: ${this.text}`));
        else return;
        this.#look.delete(look);
      };
      this.#look.add(look);
      look();
    });
  }
}
