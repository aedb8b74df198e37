import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Installed } from '../_package.ts';
import { deno, newerNode, workerConfig, workerd, wrangler, wranglerEnv } from './_runtimes.ts';

/** The folders of `deploy/` as people would copy them, with the package installed as it would be published. */

/** Copies one of them into a folder beside the package, for the practice service or for the app of an example. */
export function deployed({ folder }: Installed, name: string, example?: string): string {
  const copy = mkdtempSync(join(folder, `${name}-`));
  cpSync(join('deploy', name), copy, { recursive: true });
  if (example === undefined) return copy;
  for (const file of readdirSync(example).filter((each) => /^\w+\.js$/.test(each)))
    cpSync(join(example, file), join(copy, file));
  renameSync(join(copy, 'lamps.js'), join(copy, 'app.js'));
  return copy;
}

/** Builds the Worker as `wrangler deploy` does, and returns the folder with what it uploads. */
export function buildWorker(folder: string): string {
  const out = join(folder, 'out');
  execFileSync(newerNode, [wrangler, 'deploy', '--dry-run', '--outdir', out], {
    cwd: folder,
    env: { ...process.env, ...wranglerEnv },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cpSync(workerConfig, join(out, 'config.capnp'));
  return out;
}

/** The configuration with which workerd starts what `buildWorker` has made. */
export function workerLaunch(out: string) {
  const args = ['serve', join(out, 'config.capnp'), '--control-fd=1'];
  return { name: 'workerd', command: workerd, args, port: /"port":(\d+)/ };
}

/** The command by which Deno serves a folder: with the package that is installed there, since npm does not have this version yet. */
export function denoLaunch(folder: string) {
  const args = ['serve', '--no-config', '--node-modules-dir=manual', '--host=127.0.0.1', '--port=0'];
  return {
    name: 'Deno',
    command: deno,
    args: [...args, '--allow-read', '--allow-env', join(folder, 'main.js')],
    env: { NO_COLOR: '1' },
    port: /Listening on http:\/\/127\.0\.0\.1:(\d+)/,
  };
}
