/**
 * Builds `dist/`: the compiled service, its command in one file, and the files of Swagger UI with their licence beside
 * its page.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const files = join(root, 'dist', 'docs', 'files');

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
for (const name of readdirSync(join(root, 'dist'), { recursive: true })) {
  if (name.endsWith('.d.ts')) nameCompiled(join(root, 'dist', name));
}
await putTogether(join(root, 'dist', 'entries', 'node.js'));
mkdirSync(files, { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
  cpSync(join(swagger, name), join(files, name));
}

/** Puts a module and all of ours that it imports into its file: to open a hundred takes longer than to start the service. */
async function putTogether(file) {
  const isForeign = (id) => !id.startsWith('.') && !isAbsolute(id);
  const bundle = await rolldown({ input: file, platform: 'node', external: isForeign });
  await bundle.write({ file, codeSplitting: false });
}

/** Makes the declarations name the modules that are there; the compiler does so in the modules only. */
function nameCompiled(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()["']\.[^"']+)\.ts(?=["'])/g, '$1.js'));
}
