import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { once } from '../../src/text/memo.ts';

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
  return new Map([...mapped.map(scriptIn), [PAGE_SCRIPT, await pageScript()]]);
}

function scriptIn(name: string): readonly [string, Compiled] {
  const path = join(dist, name);
  const map: SourceMap = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  const sources = map.sources.map((source) => resolve(dirname(path), source));
  return [pathToFileURL(path).href, { code: readFileSync(path, 'utf8'), map: { ...map, sources } }];
}

/** The URL under which what runs of the page's script is written down. */
export const PAGE_SCRIPT = 'file:///page.js';

/** The script of the page, neither shortened nor shaken: the shipped one has few of the statements that coverage counts. */
export const pageScript = once(async (): Promise<Compiled> => {
  const script = await rolldown({
    input: join(root, 'src', 'page', 'browser', 'start.tsx'),
    platform: 'browser',
    treeshake: false,
    resolve: { symlinks: false },
  });
  const { output } = await script.generate({ codeSplitting: false, minify: false, sourcemap: true });
  const [{ code, map, fileName }] = output;
  if (!map) throw new Error(`${fileName} has no map`);
  const sources = map.sources.map((source) => resolve(dist, source));
  return { code, map: { ...map, version: 3, sources } };
});
