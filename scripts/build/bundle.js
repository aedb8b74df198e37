/**
 * Bundles the modules of `src/` into few files: opening a hundred takes longer than starting the service. What the entries
 * share is in one file for each room, so that nothing is there twice, and no room is loaded without need.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { moduleEntries, requiredEntries } from './entries.js';
import { lineMap } from './maps.js';
import { pageFiles } from './page-files.js';
import { markPureCalls } from './pure-calls.js';

const root = join(import.meta.dirname, '..', '..');
const [source, dist] = ['src', 'dist'].map((name) => join(root, name));

/** The shared files, and the modules in each. */
const rooms = new Map([
  ['fields', /^(?:fields|issues|json|text)\//],
  [
    'app',
    /^(?:contract|http|app|fetch)\/|^refusals\/(?:declared|(?:find|prepared)-case)\.|^docs\/(?:addresses|file-names|headers|operations|prepared-only|routes)\./,
  ],
  ['refusals', /^refusals\//],
  ['docs', /^(?:docs|openapi)\//],
  ['practice', /^practice\//],
  ['node', /^node\//],
  ['command', /^cli\//],
]);
/** Modules of these rooms that are loaded only where they are used. */
const lazy = [
  /^(?:openapi\/reading|node\/documents)\/|^app\/from-document|^cli\/(?:load-|watched-)?document/,
  /^cli\/(?:tools|check|refusals|progress)\./,
  /^(?:fields\/index|fields\/pattern|node\/host|app\/no-node|docs\/no-maker)\./,
];

/** Lower rooms come first, so that what they need goes with them. */
const groups = Array.from(rooms, ([name, room], at) => {
  return { name, test: (id) => isIn(room, pathOf(id)), priority: rooms.size - at };
});

function isIn(room, path) {
  return room.test(path) && !lazy.some((others) => others.test(path));
}

function pathOf(id) {
  return relative(source, id).split(sep).join('/');
}

/** Minified, but functions and classes keep their names, which people read in stack traces. */
const minified = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true },
};

/** The entries as modules. `#node` is resolved where they are loaded. */
const esm = {
  entries: moduleEntries,
  dir: dist,
  format: 'esm',
  extension: 'js',
  platform: 'neutral',
  alias: {},
};

/** The entries for `require`, all of which run on Node. */
const commonJs = {
  entries: requiredEntries,
  dir: join(dist, 'cjs'),
  format: 'cjs',
  extension: 'cjs',
  platform: 'node',
  alias: {
    '#cases': join(source, 'refusals', 'find-case.ts'),
    '#docs': join(source, 'docs', 'answers.ts'),
    '#node': join(source, 'node', 'host.ts'),
  },
};

/** Makes all files of the package that run. Readable ones are not minified, and have full source maps. */
export async function bundle({ isReadable }) {
  const files = [...(await generate(esm, isReadable)), ...(await generate(commonJs, isReadable))];
  return isReadable ? files : files.map((file) => ({ ...file, map: file.map && lineMap(file.map) }));
}

/** Bundles the entries of one format. A file of nothing but re-exports has no source map. */
async function generate({ entries, dir, format, extension, platform, alias }, isReadable) {
  const isForeign = (id) => !id.startsWith('.') && !isAbsolute(id) && !Object.hasOwn(alias, id);
  const bundled = await rolldown({
    input: entries,
    cwd: root,
    platform,
    tsconfig: join(root, 'tsconfig.json'),
    transform: { target: 'es2023' },
    resolve: { alias },
    external: isForeign,
    plugins: [await pageFiles(isReadable), !isReadable && markPureCalls(source)],
    // Tree shaking also joins statements, which coverage counts one by one.
    treeshake: isReadable ? false : { moduleSideEffects: false },
  });
  const { output } = await bundled.generate({
    dir,
    format,
    exports: 'named',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared/[name].${extension}`,
    codeSplitting: { groups },
    comments: { annotation: true, jsdoc: false, legal: false },
    minify: isReadable ? false : minified,
    sourcemap: true,
  });
  return output.flatMap(({ type, fileName, code, map }) =>
    type === 'chunk' ? { path: join(dir, fileName), code, map } : [],
  );
}
