import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';

/** A script, and where in the source what is. */
export interface Compiled {
  readonly code: string;
  readonly map: SourceMap;
}

interface SourceMap {
  readonly version: 3;
  readonly sources: string[];
  readonly names: string[];
  readonly mappings: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const MAP_COMMENT = /\/\/# sourceMappingURL=.*\n?$/;

/** All that the build has made of the source, by URL. The maps, which it does without, are made anew. */
export async function compiledSource(): Promise<ReadonlyMap<string, Compiled>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-maps-'));
  try {
    compile(folder);
    const modules = new Map(scriptsIn(folder).map((name) => [join(dist, name), moduleIn(folder, name)]));
    const all = [...modules, ...(await command(modules))].map(
      ([path, script]) => [pathToFileURL(path).href, script] as const,
    );
    return new Map([...all, await pageScript()]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(folder: string): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const options = [
    '-p',
    join(root, 'tsconfig.build.json'),
    '--outDir',
    folder,
    '--sourceMap',
    '--declaration',
    'false',
  ];
  execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
}

function scriptsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
}

function moduleIn(folder: string, name: string): Compiled {
  const code = readFileSync(join(folder, name), 'utf8').replace(MAP_COMMENT, '');
  const map: SourceMap = JSON.parse(readFileSync(join(folder, `${name}.map`), 'utf8'));
  return { code, map: { ...map, sources: [join(root, 'src', name.replace(/js$/, 'ts'))] } };
}

/** The files of the command, put together once more as `scripts/build.js` has done it. */
async function command(modules: ReadonlyMap<string, Compiled>): Promise<(readonly [string, Compiled])[]> {
  const script = await rolldown({
    input: join(dist, 'entries', 'node.js'),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [{ name: 'maps', load: (id) => modules.get(id) }],
  });
  const { output } = await script.generate({ chunkFileNames: 'node-[name].js', sourcemap: true });
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  return chunks.map((chunk) => [join(dist, 'entries', chunk.fileName), compiledOf(chunk)]);
}

/** The script of the page, under the name that tests/browser/_coverage.ts writes down. */
async function pageScript(): Promise<readonly [string, Compiled]> {
  const script = await rolldown({
    input: join(root, 'src', 'docs', 'browser', 'start.ts'),
    platform: 'browser',
  });
  const { output } = await script.generate({ codeSplitting: false, minify: true, sourcemap: true });
  return ['file:///page.js', compiledOf(output[0])];
}

function compiledOf({ code, map, fileName }: OutputChunk): Compiled {
  if (!map) throw new Error(`${fileName} has no map`);
  const sources = map.sources.map((source) => resolve(dist, source));
  return { code, map: { ...map, version: 3, sources } };
}
