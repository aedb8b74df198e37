/** Bundles a server into one file, as a Worker is deployed, with the command that serves it. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const config = join(import.meta.dirname, '..', '..', 'tests', 'everywhere', 'servers', 'worker.capnp');

/** Builds a Worker from a module that exports `fetch`. */
export async function buildWorker(workerd, module) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'));
  const file = (name) => join(folder, name);
  writeFileSync(
    file('entry.js'),
    `import { fetch } from ${JSON.stringify(module)};\nexport default { fetch };\n`,
  );
  copyFileSync(config, file('config.capnp'));
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
