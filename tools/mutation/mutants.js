/** The changes that are tried, as Stryker makes them: all of them stand in the source at once, each behind a switch. */
import { readFileSync } from 'node:fs';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

const nothing = () => {};
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing, isDebugEnabled: () => false };

/** Returns the source of the files with its switches, and what each switch changes. */
export async function instrument(files) {
  const instrumenter = createInjector().provideValue('logger', quiet).injectFunction(createInstrumenter);
  const originals = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]));
  const { files: changed, mutants } = await instrumenter.instrument(
    files.map((name) => ({ name, content: originals.get(name), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    sources: new Map(changed.map(({ name, content }) => [name, content])),
    mutants: mutants.map((mutant) => describe(mutant, originals.get(mutant.fileName))),
  };
}

function describe({ id, fileName, location, replacement, mutatorName }, source) {
  const { start, end } = location;
  const lines = source.split('\n');
  const original = lines.slice(start.line, end.line + 1);
  original[original.length - 1] = original.at(-1).slice(0, end.column);
  original[0] = original[0].slice(start.column);
  return {
    id,
    file: fileName,
    line: start.line + 1,
    column: start.column + 1,
    mutatorName,
    original: original.join('\n'),
    replacement,
  };
}
