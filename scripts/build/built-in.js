/** Builds libraries in: whoever installs the package installs nothing for them, and Node loads one file for each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const packages = join(import.meta.dirname, '..', '..', 'node_modules');

/** The main module of each library that is built in, and what is used of it. */
const libraries = {
  marked: { main: 'lib/marked.esm.js', used: ['Lexer', 'Parser', 'Tokenizer'], read: readClasses },
  yaml: {
    main: 'browser/dist/index.js',
    used: 'Composer isAlias isCollection isMap isScalar isSeq Lexer LineCounter parseDocument Parser stringify visit'.split(
      ' ',
    ),
  },
};

/** The names of all libraries that are built in. The script of the page has Preact. */
export const builtIn = [...Object.keys(libraries), 'preact'];

/** What the authors of these libraries ask everybody to pass on with them. */
export function licenses() {
  return builtIn
    .map((name) => `${name}\n\n${readFileSync(join(packages, name, 'LICENSE'), 'utf8')}`)
    .join('\n\n');
}

/** A plugin that replaces each library by what is used of it; a Worker has all of it in its one file. */
export function builtInLibraries() {
  const idOf = (name) => join(packages, name, `${name}.js`);
  const names = new Map(Object.keys(libraries).map((name) => [idOf(name), name]));
  return {
    name: 'built-in libraries',
    resolveId: (id) => (Object.hasOwn(libraries, id) ? idOf(id) : null),
    load: async (id) => (names.has(id) ? { code: await shaken(names.get(id)) } : null),
  };
}

async function shaken(name) {
  const { main, used, read } = libraries[name];
  const path = join(packages, name, main);
  const entry = `export { ${used} } from ${JSON.stringify(path)};`;
  const input = 'entry.js';
  const bundled = await rolldown({
    input,
    // The code does not depend on where the packages are linked from.
    resolve: { symlinks: false },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === input ? input : null),
        load: (id) => (id === input ? entry : id === path && read ? read(path, used) : null),
      },
    ],
  });
  const { output } = await bundled.generate({ minify: true, comments: false });
  return output[0].code;
}

/** The end of the Markdown reader: an instance, which no bundler leaves out, functions that call it, and what is exported. */
const END = /var \w+=new \w+;function (?:(?!\bclass\b).)*export\{([^}]*)\};/s;

/** Options of the Markdown reader that the page never uses: what they are for is left out. */
const UNUSED = /this\.options\.(?:breaks|extensions|hooks|pedantic|silent)\b/g;

/** The option of the Markdown reader that the page always uses: to read tables. */
const USED = /this\.options\.gfm\b/g;

/** Reads the Markdown reader, which exports these classes in place of everything. */
function readClasses(path, classes) {
  const code = readFileSync(path, 'utf8');
  const [end, exported = ''] = END.exec(code) ?? [];
  const kept = exported.split(',').filter((each) => classes.some((name) => each.endsWith(` as ${name}`)));
  if (kept.length < classes.length) throw new Error(`Found no end of ${path} with its exports`);
  return code
    .replace(end, () => `export{${kept}};`)
    .replace(UNUSED, 'null')
    .replace(USED, 'true');
}
