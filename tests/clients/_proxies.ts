import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../_free-port.ts';
import { ProcessOutput } from '../_service.ts';
import { breakOffMany } from './_aborts.ts';
import { NodeClient } from './_node.ts';
import { type Opened, type Peer, path } from './_peer.ts';
import { endOf } from './_program.ts';
import { get } from './_requests.ts';

/** The proxies, and the command of each; its configuration is in the folder of its name. */
export const proxies: readonly Peer[] = Object.entries({
  nginx: 'nginx -p {folder} -c {folder}/nginx.conf',
  haproxy: 'haproxy -db -f {folder}/haproxy.cfg',
  apache2: 'apache2 -D FOREGROUND -f {folder}/apache2.conf',
  caddy: 'caddy run --adapter caddyfile --config {folder}/Caddyfile',
  varnish: 'varnishd -F -j none -n {folder}/work -a 127.0.0.1:{port} -f {folder}/varnish.vcl',
  trafficserver: 'traffic_server --run-root={folder}/runroot.yaml',
}).map(([name, command]) => ({
  name,
  check: `command -v ${command.split(' ')[0]}`,
  open: (service) => openProxy(join(import.meta.dirname, 'proxies', name), command, service),
}));

/** The user id of nobody. */
const NOBODY = 65534;

type Process = ChildProcessByStdio<null, Readable, Readable>;

async function openProxy(configuration: string, command: string, service: number): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
  const port = await freePort();
  const fill = (text: string) =>
    text.replaceAll('{folder}', folder).replaceAll('{port}', `${port}`).replaceAll('{service}', `${service}`);
  for (const name of readdirSync(configuration))
    writeFileSync(join(folder, name), fill(readFileSync(join(configuration, name), 'utf8')));
  const child = run(fill(command), folder);
  const client = new NodeClient(port);
  await whenReady(child, client);
  return {
    port,
    ask: client.ask,
    breakOff: () => breakOffMany(port),
    async close() {
      client.end();
      await endOf(child, (pid) => process.kill(pid));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a proxy as an unprivileged user. */
function run(command: string, folder: string): Process {
  const env = { ...process.env, PATH: path, HOME: folder };
  const [program = '', ...args] = command.split(' ');
  if (process.getuid?.() !== 0) return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const name of ['', ...readdirSync(folder)]) chownSync(join(folder, name), NOBODY, NOBODY);
  return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], uid: NOBODY, gid: NOBODY });
}

/** Waits until the service answers through the proxy. */
async function whenReady(child: Process, client: NodeClient): Promise<void> {
  const output = new ProcessOutput(child);
  for (;;) {
    const [[answer] = []] = await client.ask([[get('/livez')]]);
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')}: ${output.text}`);
    await pause(20);
  }
}
