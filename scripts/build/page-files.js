/** Puts the style and the script of the page into a module that is empty in the source, so that no runtime reads a file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'src', 'docs');
const browser = join(docs, 'browser');
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';
/** Short enough for a page, with every statement in its place; tests/coverage/_compiled.ts has the same. */
const readable = { compress: false, mangle: true, codegen: { removeWhitespace: true } };

/** A part of the build by which it finds the files of the page, and their names, which are known before them. */
export async function pageFiles(isReadable) {
  const files = [pageStyle(), await pageScript(isReadable)].map(named);
  const lists = new Map([
    [join(docs, 'files.ts'), files],
    [join(docs, 'file-names.ts'), files.map(({ name }) => name)],
  ]);
  const handler = (text, id) => (lists.has(id) ? { code: filled(text, lists.get(id)), map: null } : null);
  return { name: 'page files', transform: { handler } };
}

function filled(text, list) {
  if (!text.includes('[] = [];')) throw new Error('There is no place for the files of the page');
  return text.replace('[] = [];', () => `[] = ${JSON.stringify(list)};`);
}

function pageStyle() {
  const text = withoutSpace(readFileSync(join(browser, 'page.css'), 'utf8'));
  return { name: 'page.css', kind: 'style', mediaType: CSS, text };
}

async function pageScript(isReadable) {
  const script = await rolldown({ input: join(browser, 'start.ts'), platform: 'browser' });
  const { output } = await script.generate({ codeSplitting: false, minify: isReadable ? readable : true });
  const [{ code: text }] = output;
  return { name: 'page.js', kind: 'module', mediaType: JS, text };
}

/** Leaves out comments and what only shows a reader where a rule starts. */
function withoutSpace(css) {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim();
}

/** Names a file by what is in it. */
function named(file) {
  const digest = createHash('sha256').update(file.text).digest('hex').slice(0, 16);
  return { ...file, name: file.name.replace(/(?=\.\w+$)/, `.${digest}`) };
}
