/** Embeds the style and the script of the page in a module that is empty in the source, so that no file is read at run time. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'src', 'page');
const browser = join(docs, 'browser');
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

/** A plugin that fills in the files of the page and, in a module of its own, their names. */
export async function pageFiles() {
  const files = [pageStyle(), await pageScript()].map(named);
  const lists = new Map([
    [join(docs, 'files.ts'), files],
    [join(docs, 'file-names.ts'), files.map(({ name }) => name)],
  ]);
  const handler = (text, id) => (lists.has(id) ? { code: filled(text, lists.get(id)), map: null } : null);
  return { name: 'page files', transform: { handler } };
}

function filled(text, list) {
  if (!text.includes('[] = [];')) throw new Error('Found no empty list for the files of the page');
  return text.replace('[] = [];', () => `[] = ${JSON.stringify(list)};`);
}

function pageStyle() {
  const text = withoutSpace(readFileSync(join(browser, 'page.css'), 'utf8'));
  return { name: 'page.css', kind: 'style', mediaType: CSS, text };
}

async function pageScript() {
  const input = join(browser, 'start.tsx');
  const script = await rolldown({ input, platform: 'browser' });
  const { output } = await script.generate({ codeSplitting: false, minify: true, comments: false });
  const [{ code: text }] = output;
  return { name: 'page.js', kind: 'module', mediaType: JS, text };
}

/** Removes comments and needless white space. */
function withoutSpace(css) {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(';}', '}')
    .replace(/: /g, ':')
    .trim();
}

/** Adds a digest of the content to the name of a file. */
function named(file) {
  const digest = createHash('sha256').update(file.text).digest('hex').slice(0, 16);
  return { ...file, name: file.name.replace(/(?=\.\w+$)/, `.${digest}`) };
}
