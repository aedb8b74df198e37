/** Puts a file of tests and the source with its switches into one script, which is quick to load anew for each change. */
import { renameSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const IS_OURS = /^(?:[./]|#)/;
const builtin = new Set(builtinModules);

export async function bundle(input, sources, file) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: (id) => builtin.has(id) || !IS_OURS.test(id),
    plugins: [
      { name: 'switches', load: (id) => sources.get(id), transform: (code, id) => withAddress(code, id) },
    ],
    checks: { circularDependency: false },
    logLevel: 'silent',
  });
  // Another run may be reading the file.
  const path = `${file}.${process.pid}`;
  await build.write({ file: path, format: 'esm', codeSplitting: false, keepNames: true });
  await build.close();
  renameSync(path, file);
}

/** All modules keep the addresses that they have as files. */
function withAddress(code, id) {
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
    .replaceAll('import.meta.filename', JSON.stringify(id));
}
