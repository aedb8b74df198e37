import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print } from '../hosts/node/process.ts';
import { FileWatch } from '../hosts/node/watch.ts';
import { fileOf } from './module.ts';
import { UsageError } from './settings.ts';

/**
 * Serves a module in a process of its own, which is started again when the module, or one that it imports, changes: nothing can
 * unload a module.
 */
export async function serveRestarting(module: string): Promise<UsageError> {
  const file = fileOf(module);
  if (file instanceof UsageError) return file;
  let child = start();
  let last = Promise.resolve();
  const watch = new FileWatch(() => {
    last = last.then(async () => {
      await stopped(child);
      print(process.stderr, `${module} has changed, and is started again\n`);
      child = start();
    });
  });
  await watch.add(file);

  function start(): ChildProcess {
    const begun = startWithoutWatch();
    begun.on('message', (message) => {
      for (const file of modulesIn(message)) void watch.add(file);
    });
    return begun;
  }

  await stopSignal();
  await last;
  await stopped(child);
  return process.exit(child.exitCode);
}

/** Starts this command again. Node tells its parent about each module that it loads, as for its own `--watch`. */
function startWithoutWatch(): ChildProcess {
  const [, entry = '', ...args] = process.argv;
  const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' };
  return fork(entry, [...args, '--watch=false'], { env });
}

/** Waits for a signal to stop. Nothing else keeps this process alive while the module can't be loaded. */
async function stopSignal(): Promise<void> {
  const alive = setInterval(() => {}, LONG_MS);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  clearInterval(alive);
}

const LONG_MS = 2 ** 30;

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Lists the modules that a message names, by address or by path, but not those of packages, which do not change. */
function modulesIn(message: unknown): string[] {
  const { 'watch:import': imported = [], 'watch:require': required = [] } = Object(message);
  const named = [imported, required].flat().map(String);
  return named
    .map((each) => (each.startsWith('file:') ? fileURLToPath(each) : each))
    .filter((file) => isAbsolute(file) && !file.includes(`${sep}node_modules${sep}`));
}
