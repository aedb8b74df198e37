/**
 * Builds `dist/cjs/`: every entry of the package for programs that ask for it by `require`, in files that share what
 * they have in common. Its declarations take all types from those of the modules, so that there is one of each; its source
 * maps lead to the modules, which people can read.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist', 'cjs');

export async function buildCommonJs() {
  const entries = commonJsEntries();
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(({ name, module }) => [name, module])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('#') && !isAbsolute(id),
    resolve: { alias: { '#node': join(root, 'dist', 'node', 'host.js') } },
  });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' };
  const written = { dir: folder, format: 'cjs', exports: 'named', minify: withoutSpace, sourcemap: true };
  await bundle.write({ ...names, ...written });
  for (const name of readdirSync(folder)) if (name.endsWith('.map')) leaveOutSources(join(folder, name));
  for (const entry of entries) writeFileSync(join(folder, `${entry.name}.d.cts`), declare(entry));
}

/** The modules stand in the package themselves. */
function leaveOutSources(file) {
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(map));
}

const withoutSpace = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** The entries that `package.json` has a way to by `require`. */
function commonJsEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports)
    .filter((entry) => entry.require)
    .map(({ require: { default: file }, import: { default: module } }) => ({
      name: file.slice('./dist/cjs/'.length, -'.cjs'.length),
      module: join(root, module),
    }));
}

function declare({ name, module }) {
  const path = `./${relative(folder, module)}`.replace('./..', '..');
  const mode = `with { 'resolution-mode': 'import' }`;
  const loaded = require(join(folder, `${name}.cjs`));
  const values = Object.keys(loaded).map((each) => declareValue(each, loaded[each]));
  return `import type * as module from '${path}' ${mode};\nexport type * from '${path}' ${mode};\n${values.join('')}`;
}

/** A name that is declared here hides the type of that name, so a class is declared as a type as well. */
function declareValue(name, value) {
  if (name === 'default') return `declare const main: typeof module.default;\nexport default main;\n`;
  const declared = `export declare const ${name}: typeof module.${name};\n`;
  const isClass = typeof value === 'function' && /^class\b/.test(String(value));
  return isClass ? `${declared}export type ${name} = module.${name};\n` : declared;
}
