/**
 * Builds `dist/`: the compiled service, its command in two files, and the style and the script of its page as a module, so that
 * no runtime has to read a file for them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildCommonJs } from './commonjs.js';
import { digestSource, stamp } from './source.js';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const browser = join(root, 'src', 'docs', 'browser');
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const dist = join(root, 'dist');
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

const digest = digestSource();
// Before anything of the last build is touched.
accessSync(root, constants.W_OK);
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
for (const name of readdirSync(dist, { recursive: true })) {
  if (name.endsWith('.d.ts')) nameCompiled(join(dist, name));
}
await addPageFiles();
await buildCommonJs();
await putTogether();
writeFileSync(stamp, digest);

/**
 * Puts the command into few files: to open a hundred takes longer than to start the service. Its tools are in a file of their
 * own, which is loaded for them only.
 */
async function putTogether() {
  const folder = join(dist, 'entries');
  const isForeign = (id) => !id.startsWith('.') && !isAbsolute(id);
  const options = { platform: 'node', external: isForeign };
  const bundle = await rolldown({ input: join(folder, 'node.js'), ...options });
  await bundle.write({ dir: folder, chunkFileNames: 'node-[name].js' });
}

/** Makes the declarations name the modules that are there; the compiler does so in the modules only. */
function nameCompiled(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()["']\.[^"']+)\.ts(?=["'])/g, '$1.js'));
}

/** Puts what the page is made of into the module that has none of it in the source. */
async function addPageFiles() {
  const file = join(dist, 'docs', 'files.js');
  const list = JSON.stringify([await pageStyle(), await pageScript()].map(named));
  const module = readFileSync(file, 'utf8').replace('pageFiles = []', () => `pageFiles = ${list}`);
  if (!module.includes(list)) throw new Error('dist/docs/files.js has no place for the files of the page');
  writeFileSync(file, module);
}

async function pageStyle() {
  const text = withoutSpace(readFileSync(join(browser, 'page.css'), 'utf8'));
  return { name: 'page.css', kind: 'style', mediaType: CSS, text };
}

async function pageScript() {
  const script = await rolldown({ input: join(browser, 'start.ts'), platform: 'browser' });
  const { output } = await script.generate({ codeSplitting: false, minify: true });
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
