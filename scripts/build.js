/**
 * Builds `dist/`: the compiled service, its command in one file, and in `dist/docs/files/` what its page is made of:
 * each file under a name that says what is in it, beside it the same compressed, and a list of all.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { buildCommonJs } from './commonjs.js';
import { digestSource, stamp } from './source.js';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const browser = join(root, 'src', 'docs', 'browser');
const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const dist = join(root, 'dist');
const files = join(dist, 'docs', 'files');
const earlier = join(root, 'node_modules', '.cache', 'assay-page');
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

const digest = digestSource();
// Before anything of the last build is touched.
accessSync(root, constants.W_OK);
if (existsSync(files)) setAside();
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
for (const name of readdirSync(dist, { recursive: true })) {
  if (name.endsWith('.d.ts')) nameCompiled(join(dist, name));
}
await buildCommonJs();
await putTogether(join(dist, 'entries', 'node.js'), join(dist, 'entries', 'node.js'));
await putTogether(join(dist, 'cli', 'tools.js'), join(dist, 'cli', 'tools.js'));
mkdirSync(files, { recursive: true });
writeFileSync(join(files, 'list.json'), JSON.stringify((await pageFiles()).map(place)));
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  copyFileSync(join(swagger, name), join(files, name));
}
rmSync(earlier, { recursive: true, force: true });
writeFileSync(stamp, digest);

/** Compressing takes seconds. A name says what is in a file, so what an earlier build made of it can be kept. */
function setAside() {
  rmSync(earlier, { recursive: true, force: true });
  mkdirSync(dirname(earlier), { recursive: true });
  renameSync(files, earlier);
}

/**
 * Puts a module and all of ours that it imports into one file: to open a hundred takes longer than to start the service. The
 * tools of the command are a file beside it.
 */
async function putTogether(input, file) {
  const isForeign = (id) => (!id.startsWith('.') && !isAbsolute(id)) || id === './tools.js';
  const bundle = await rolldown({ input, platform: 'node', external: isForeign });
  await bundle.write({ file, codeSplitting: false });
}

/** Makes the declarations name the modules that are there; the compiler does so in the modules only. */
function nameCompiled(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()["']\.[^"']+)\.ts(?=["'])/g, '$1.js'));
}

/** What the page is made of, in the order in which it is loaded. */
async function pageFiles() {
  const script = await rolldown({ input: join(browser, 'start.ts'), platform: 'browser' });
  const { output } = await script.generate({ codeSplitting: false });
  return [
    {
      name: 'page.css',
      kind: 'style',
      mediaType: CSS,
      content: readFileSync(join(browser, 'page.css'), 'utf8'),
    },
    {
      name: 'swagger-ui.css',
      kind: 'skin',
      mediaType: CSS,
      content: layered(join(swagger, 'swagger-ui.css')),
    },
    {
      name: 'skin.css',
      kind: 'skin',
      mediaType: CSS,
      content: readFileSync(join(browser, 'skin.css'), 'utf8'),
    },
    {
      name: 'swagger-ui-bundle.js',
      kind: 'script',
      mediaType: JS,
      content: readFileSync(join(swagger, 'swagger-ui-bundle.js'), 'utf8'),
    },
    { name: 'page.js', kind: 'module', mediaType: JS, content: output[0].code },
  ];
}

/** In a layer, every rule of Swagger UI yields to ours, however specific it is. */
function layered(file) {
  return `/* Swagger UI's style, which Assay has put into a layer; see its LICENSE and NOTICE. */
@layer swagger-ui {
${readFileSync(file, 'utf8')}
}
`;
}

/** Puts a file in its place, and gives its entry in the list. */
function place({ name, kind, mediaType, content }) {
  const tag = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const named = name.replace(/(?=\.\w+$)/, `.${tag}`);
  writeFileSync(join(files, named), content);
  compress(`${named}.br`, () => brotliCompressSync(content));
  compress(`${named}.gz`, () => gzipSync(content, { level: 9 }));
  return { name: named, kind, mediaType, tag };
}

function compress(name, make) {
  const known = join(earlier, name);
  if (existsSync(known)) renameSync(known, join(files, name));
  else writeFileSync(join(files, name), make());
}
