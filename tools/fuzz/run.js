/** Bundles the fuzzer with the source that it tests, and runs it: see main.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
const file = join(root, 'node_modules', '.cache', 'assay-fuzz', 'fuzz.mjs');
const bundle = await rolldown({
  input: join(root, 'tools', 'fuzz', 'main.ts'),
  platform: 'node',
});
await bundle.write({ file, codeSplitting: false });
await import(pathToFileURL(file).href);
