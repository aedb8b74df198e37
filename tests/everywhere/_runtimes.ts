import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The runtimes, as `package.json` in this folder pins them, and how each is started. */

export interface Launch {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Finds the port in the output, unless that is a line of JSON. */
  readonly port?: RegExp;
}

const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const server = (name: string) => join(here, 'servers', name);
const node = (version: number) => join(modules, `node${version}`, 'bin', 'node');

export const bun = join(modules, '@oven', 'bun-linux-x64', 'bin', 'bun');
export const deno = join(modules, '@deno', 'linux-x64-glibc', 'deno');
export const workerd = join(modules, '@cloudflare', 'workerd-linux-64', 'bin', 'workerd');
/** The configuration by which workerd serves a Worker that lies beside it. */
export const workerConfig = server('worker.capnp');
export const wrangler = join(modules, 'wrangler', 'bin', 'wrangler.js');
/** Miniflare and wrangler need a newer Node than Assay does. */
export const newerNode = node(24);
const scratch = mkdtempSync(join(tmpdir(), 'assay-wrangler-'));
/** Wrangler without telemetry, and with its logs in a temporary folder. */
export const wranglerEnv = {
  CI: 'true',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_PATH: scratch,
};

const nodes = [20, 22, 24, 26].map((version): Launch => {
  return { name: `Node ${version}`, command: node(version), args: [server('node.js')] };
});
const denoRun = ['run', '--no-lock', '--node-modules-dir=manual', '--allow-all'];

/** The program that starts the command, where that runs. */
export const commands: Readonly<Record<string, readonly string[]>> = {
  'Node 20': [node(20)],
  'Node 22': [node(22)],
  'Node 24': [node(24)],
  'Node 26': [node(26)],
  Bun: [bun],
  Deno: [deno, ...denoRun],
};

/** The runtimes without which no change lands: `package.json` has them as dependencies, and all others for development. */
export const coreLaunches: readonly Launch[] = [
  { name: 'the Node host on Bun', command: bun, args: [server('node.js')] },
  { name: 'the Node host on Deno', command: deno, args: [...denoRun, server('node.js')] },
  { name: 'Bun', command: bun, args: [server('bun.js')] },
  { name: 'Deno', command: deno, args: [...denoRun, server('deno.js')] },
  {
    name: 'workerd',
    command: workerd,
    args: ['serve', server('workerd.capnp'), '--control-fd=1'],
    port: /"port":(\d+)/,
  },
];

export const launches: readonly Launch[] = [
  ...nodes,
  ...coreLaunches,
  { name: 'miniflare', command: newerNode, args: [server('miniflare.js')] },
  {
    name: 'wrangler dev',
    command: newerNode,
    args: [
      wrangler,
      'dev',
      '--config',
      server('wrangler.jsonc'),
      '--ip',
      '127.0.0.1',
      '--port',
      '0',
      '--persist-to',
      scratch,
    ],
    env: wranglerEnv,
    port: /Ready on http:\/\/127\.0\.0\.1:(\d+)/,
  },
  { name: 'mounted in Hono', command: node(20), args: [server('hono.js')] },
  { name: 'mounted in Express', command: node(20), args: [server('express.js')] },
  { name: 'srvx', command: node(20), args: [server('srvx.js')] },
  { name: 'a catch-all as in Next.js', command: node(20), args: [server('catch-all.js')] },
];

/** Throws an error where a runtime is not installed. */
export function checkInstalled(files: readonly string[]): void {
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new Error(`There is no ${missing}: run npm ci --prefix tests/everywhere --ignore-scripts`);
}
