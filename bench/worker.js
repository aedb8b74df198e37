/** Puts a server into one file, as a Worker is deployed, and tells how workerd serves it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-17",
);
`;

/** Builds a Worker of a module that exports `fetch`. */
export async function buildWorker(workerd, module) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'));
  const file = (name) => join(folder, name);
  writeFileSync(
    file('entry.js'),
    `import { fetch } from ${JSON.stringify(module)};\nexport default { fetch };\n`,
  );
  writeFileSync(file('config.capnp'), CONFIG);
  const conditionNames = ['workerd', 'import', 'module', 'default'];
  const bundle = await rolldown({
    input: file('entry.js'),
    platform: 'browser',
    resolve: { conditionNames },
  });
  await bundle.write({ file: file('worker.js'), codeSplitting: false });
  const serve = 'exec "$0" serve "$1" "--socket-addr=http=127.0.0.1:$PORT"';
  return {
    command: ['sh', '-c', serve, workerd, file('config.capnp')],
    remove: () => rmSync(folder, { recursive: true }),
  };
}
