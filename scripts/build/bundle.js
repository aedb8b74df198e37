/**
 * Bundles the modules of `src/` into few files: opening a hundred takes longer than starting the service. They can be read:
 * nothing is minified, and source maps lead to the line and the column of the source.
 */
import { isAbsolute, join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { rolldown } from 'rolldown';
import { builtIn, builtInLibraries } from './built-in.js';
import { beside, layers, moduleEntries, requiredEntries } from './entries.js';
import { pageFiles } from './page-files.js';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'dist');

/**
 * A file for each layer: its entry with everything that this imports, except what a lower layer has. The bundler puts the
 * rest, such as what is imported dynamically, into further files. No module is in two of them.
 */
const groups = Object.entries(layers).map(([name, source], at, { length }) => {
  const small = beside[name] ?? [];
  return { name, test: (id) => id === source || small.includes(id), priority: length - at };
});

/** The entries as modules. `#node` is resolved where they are loaded. */
const esm = {
  entries: moduleEntries,
  dir: dist,
  format: 'esm',
  extension: 'js',
  platform: 'neutral',
};

/** The entries for `require`, all of which run on Node. */
const commonJs = {
  entries: requiredEntries,
  dir: join(dist, 'cjs'),
  format: 'cjs',
  extension: 'cjs',
  platform: 'node',
  alias: { '#node': layers.node },
};

/** Makes all files of the package that run. */
export async function bundle() {
  return [...(await generate(esm)), ...(await generate(commonJs))];
}

/** Bundles the entries of one format. A file of nothing but re-exports has no source map. */
async function generate({ entries, dir, format, extension, platform, alias = {} }) {
  const bundled = await rolldown({
    input: entries,
    cwd: root,
    platform,
    tsconfig: join(root, 'tsconfig.json'),
    transform: { target: 'es2023' },
    // Paths in the files do not depend on where the dependencies are linked from.
    resolve: { alias, symlinks: false },
    external: (id) =>
      !id.startsWith('.') && !isAbsolute(id) && !builtIn.includes(id) && !Object.hasOwn(alias, id),
    plugins: [await pageFiles(), builtInLibraries()],
    // Tree shaking also joins statements, which coverage counts one by one.
    treeshake: false,
  });
  const { output } = await bundled.generate({
    dir,
    format,
    exports: 'named',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared/[name].${extension}`,
    codeSplitting: { groups },
    minifyInternalExports: false,
    // By default it would inline what is used once, and coverage counts each statement.
    minify: false,
    comments: { annotation: true, jsdoc: false, legal: false },
    sourcemap: true,
    // They would take half of the package.
    sourcemapExcludeSources: true,
  });
  return output.flatMap(({ type, fileName, code, map }) =>
    type === 'chunk'
      ? { path: join(dir, fileName), code: escaped(code), map: map && shifted(map, code) }
      : [],
  );
}

/** Escapes the characters beyond ASCII: a file with one of them takes twice the memory as long as it runs. */
function escaped(code) {
  if (RAW.test(code)) throw new Error('An escape in a String.raw template would be another text');
  return code.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Adds the length of the escapes to the columns of a source map. */
function shifted(map, code) {
  const lines = code.split('\n').map((line) => Array.from(line.matchAll(BEYOND_ASCII), ({ index }) => index));
  const segments = decode(map.mappings).map((all, line) =>
    all.map(([column, ...source]) => [
      column + ADDED * lines[line].filter((index) => index < column).length,
      ...source,
    ]),
  );
  return { ...JSON.parse(map.toString()), mappings: encode(segments) };
}

const BEYOND_ASCII = /[\x80-\uffff]/g;
const RAW = /String\.raw`[^`]*[\x80-\uffff]/;
const ADDED = '\\u0000'.length - 1;
