import type { Cluster } from 'node:cluster';
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { inspect } from 'node:util';

/** True if npm runs this process. */
const underNpm = process.env.npm_lifecycle_event !== undefined;

/** The time after the first signal in which npm may pass on the same signal again, in milliseconds. */
const echo = underNpm ? 250 : 0;

/** Waits for the first signal to stop. A second one ends the process at once, for those who cannot wait. */
export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const take = () => {
      if (first !== undefined && performance.now() - first > echo) process.exit(1);
      first ??= performance.now();
      resolve();
    };
    process.on('SIGTERM', take).on('SIGINT', take);
    if (underNpm) onceOrphaned(resolve);
  });
}

/**
 * Keeps SIGHUP from ending this process, and acts instead: to a service it says to reload its files. In a terminal it says that
 * the terminal was closed, and still ends the process.
 */
export function surviveHangup(act: () => void = () => {}): void {
  // `process.stdin` would open it.
  /* v8 ignore next -- @preserve: tests run without a terminal */
  if (!isatty(0)) process.on('SIGHUP', act);
}

/** Acts whenever the process is told to reload its files. */
export function onReload(act: () => void): void {
  process.on('SIGHUP', act);
}

/**
 * Detects that npm was told to stop. npm runs this process in a shell, and passes signals to the shell, which exits without
 * passing them on. So the only sign of a signal to `npm start` or `npx assay` is that the shell is gone.
 */
function onceOrphaned(act: () => void): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    act();
  }, 100).unref();
}

/** Prints a text. It is not an error if nobody reads it. */
export function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on('error', () => {}).write(text);
}

/** Prints an exception that is not reported to anybody else. */
export function printBug(bug: unknown): void {
  print(process.stderr, `A bug: ${inspect(bug)}\n`);
}

const require = createRequire(import.meta.url);

/** Loads Node's cluster module. That takes a sixtieth of the startup time, so only processes with workers do it. */
export function loadCluster(): Cluster {
  return require('node:cluster');
}

/** True if this process is a worker. Only a process with an IPC channel to its parent can be one. */
export const isWorker: boolean = process.send !== undefined && loadCluster().isWorker;
