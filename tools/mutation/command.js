/** Runs before a command that a test starts: the command then has the switches, and says at its end which of them it reached. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { MUTATION_COMMAND, MUTATION_COVERAGE } = process.env;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/dist/entries/node.js')
      ? { url: pathToFileURL(MUTATION_COMMAND).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
process.on('exit', () => {
  const covered = globalThis.__stryker__?.mutantCoverage?.static;
  if (covered && MUTATION_COVERAGE !== undefined)
    writeFileSync(join(MUTATION_COVERAGE, `${process.pid}.json`), JSON.stringify(covered));
});
