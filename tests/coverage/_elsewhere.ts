import { readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import astV8ToIstanbul from 'ast-v8-to-istanbul';
import istanbul, { type CoverageMap } from 'istanbul-lib-coverage';
import { parseAstAsync } from 'vitest/node';
import { type Compiled, compiledSource } from './_compiled.ts';

/** The code that ran in other processes, and in pages: each has written a file into the folder as it ended. */
export async function readElsewhere(folder: string): Promise<CoverageMap> {
  const compiled = await compiledSource();
  const covered = istanbul.createCoverageMap();
  for (const script of scriptsIn(folder, compiled)) {
    const source = compiled.get(script.url);
    if (source) covered.merge(await convert(script, source));
  }
  return covered;
}

/** The scripts that were made of the source. All that one has run of it comes together. */
function scriptsIn(
  folder: string,
  compiled: ReadonlyMap<string, Compiled>,
): readonly Profiler.ScriptCoverage[] {
  let merged: { result: Profiler.ScriptCoverage[] } = { result: [] };
  for (const name of readdirSync(folder)) {
    const { result } = readCoverage(join(folder, name));
    merged = mergeProcessCovs([merged, { result: result.filter(({ url }) => compiled.has(url)) }]);
  }
  return merged.result;
}

/** A process that was killed may have left half a file. */
function readCoverage(path: string): { result: Profiler.ScriptCoverage[] } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { result: [] };
  }
}

async function convert(coverage: Profiler.ScriptCoverage, { code, map }: Compiled) {
  return astV8ToIstanbul({ code, sourceMap: map, ast: parseAstAsync(code), coverage });
}
