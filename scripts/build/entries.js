/** The entries of the package: what programs import, what is started, and what `imports` of `package.json` names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { bin, exports, imports, sideEffects } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The entries that programs import: a module, its types, and the file that they get by `require`. */
export const publicEntries = Object.values(exports)
  .filter((entry) => entry.import)
  .map((entry) => ({
    module: entry.import.default,
    types: entry.import.types,
    required: entry.require.default,
  }));

const own = Object.values(imports).flatMap((conditions) =>
  Object.values(conditions).filter((file) => file.startsWith('./dist/')),
);
const files = new Set([
  ...publicEntries.map(({ module }) => module),
  ...own,
  `./${bin.assay}`,
  ...sideEffects,
]);

/** The source of each entry, by the name of its file in `dist/` without the extension. */
export const moduleEntries = Object.fromEntries(
  [...files].map((file) => [nameOf(file, 'dist'), sourceOf(file)]),
);

/** The same for the files in `dist/cjs/`. */
export const requiredEntries = Object.fromEntries(
  publicEntries.map(({ module, required }) => [nameOf(required, 'dist/cjs'), sourceOf(module)]),
);

/**
 * The modules that have a file in `dist/shared/`, the lowest layer first, by its name. No entry that is a program is among them:
 * whatever loaded its file would start the program.
 */
export const layers = {
  fields: sourceOf(exports['./fields'].import.default),
  app: sourceOf(exports['.'].import.default),
  node: sourceOf(imports['#node'].default),
  vocabulary: join(root, 'src', 'errors', 'bodies', 'vocabulary.ts'),
  pattern: sourceOf(exports['./pattern'].import.default),
  documents: join(root, 'src', 'from-document.ts'),
  practice: join(root, 'src', 'practice', 'app.ts'),
  command: join(root, 'src', 'cli', 'command.ts'),
};

/** Modules that several files need and that are too small for one of their own, by the layer that has them too. */
export const beside = {
  app: [
    ['cases', 'case.ts'],
    ['cases', 'robust.ts'],
    ['openapi', 'fastapi.ts'],
  ].map(source),
  node: [['hosts', 'node', 'watch.ts']].map(source),
};

function source(steps) {
  return join(root, 'src', ...steps);
}

function nameOf(file, folder) {
  return file.slice(`./${folder}/`.length).replace(/\.c?js$/, '');
}

function sourceOf(file) {
  return join(root, file.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'));
}
