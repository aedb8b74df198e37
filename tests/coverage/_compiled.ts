import { readdirSync, readFileSync } from 'node:fs';
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

/** The scripts that the build has made, by URL. */
export async function compiledSource(): Promise<ReadonlyMap<string, Compiled>> {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const mapped = names.filter((name) => name.endsWith('.js') && names.includes(`${name}.map`));
  return new Map([...mapped.map(scriptIn), await pageScript()]);
}

function scriptIn(name: string): readonly [string, Compiled] {
  const path = join(dist, name);
  const map: SourceMap = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  const sources = map.sources.map((source) => resolve(dirname(path), source));
  return [pathToFileURL(path).href, { code: readFileSync(path, 'utf8'), map: { ...map, sources } }];
}

/** As in scripts/build/page-files.js. */
const minified = { compress: false, mangle: true, codegen: { removeWhitespace: false } };

/** The script of the page, under the name that tests/browser/_coverage.ts writes down. */
async function pageScript(): Promise<readonly [string, Compiled]> {
  const script = await rolldown({
    input: join(root, 'src', 'page', 'browser', 'start.tsx'),
    platform: 'browser',
    treeshake: false,
    resolve: { symlinks: false },
  });
  const { output } = await script.generate({ codeSplitting: false, minify: minified, sourcemap: true });
  return ['file:///page.js', compiledOf(output[0])];
}

function compiledOf({ code, map, fileName }: OutputChunk): Compiled {
  if (!map) throw new Error(`${fileName} has no map`);
  const sources = map.sources.map((source) => resolve(dist, source));
  return { code, map: { ...map, version: 3, sources } };
}
