/** Builds `dist/`, which is what the package holds, and `build/`, the compiled modules one by one, for benchmarks. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { licenses } from './build/built-in.js';
import { bundle } from './build/bundle.js';
import { declareCommonJs } from './build/commonjs.js';
import { copyDeclarations } from './build/declarations.js';
import { publicEntries } from './build/entries.js';
import { digestSource, stamp } from './source.js';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const [compiled, dist] = ['build', 'dist'].map((name) => join(root, name));

const digest = digestSource();
// Fails before anything of the last build is touched.
accessSync(root, constants.W_OK);
for (const folder of [compiled, dist]) rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
const types = publicEntries.map((entry) => entry.types.slice('./dist/'.length));
copyDeclarations(types, compiled, dist);
write(await bundle());
for (const entry of publicEntries) declareCommonJs(entry);
const { configSchema } = await import('../build/cli/config.js');
writeFileSync(join(dist, 'config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);
writeFileSync(join(dist, 'licenses.txt'), licenses());
writeFileSync(stamp, digest);

function write(files) {
  for (const { path, code, map } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    if (map) writeFileSync(`${path}.map`, JSON.stringify(map));
  }
}
