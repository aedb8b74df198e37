/** Builds the Markdown reader of the docs UI in, so that whoever installs the package installs nothing for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
/** The package that is built in. */
export const READER = 'marked';
const path = join(root, 'node_modules', READER, 'lib', 'marked.esm.js');

/** A plugin that replaces `marked` by the classes that the page uses; a Worker has all of it in its one file. */
export async function markdownReader() {
  const code = await shaken(onlyClasses(readFileSync(path, 'utf8'), ['Lexer', 'Parser', 'Tokenizer']));
  return {
    name: 'markdown reader',
    resolveId: (id) => (id === READER ? path : null),
    load: (id) => (id === path ? { code } : null),
  };
}

/** The end of the reader: an instance, which no bundler leaves out, functions that call it, and what is exported. */
const END = /var \w+=new \w+;function (?:(?!\bclass\b).)*export\{([^}]*)\};/s;

/** Exports these classes in place of everything. */
function onlyClasses(code, classes) {
  const [end, exported = ''] = END.exec(code) ?? [];
  const used = exported.split(',').filter((each) => classes.some((name) => each.endsWith(` as ${name}`)));
  if (used.length < classes.length) throw new Error(`Found no end of ${READER} with its exports`);
  return code.replace(end, () => `export{${used}};`);
}

async function shaken(code) {
  const input = 'reader.js';
  const given = { name: 'reader', resolveId: () => input, load: () => code };
  const bundled = await rolldown({ input, plugins: [given] });
  const { output } = await bundled.generate({ minify: true, comments: false });
  return output[0].code;
}
