/**
 * The types of what `require` gives. They are those of the modules, so that there is one of each.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..', '..');

/** Writes the types of an entry beside the file that programs get by `require`. */
export function declareCommonJs({ module, required }) {
  const path = relative(dirname(required), module);
  const mode = `with { 'resolution-mode': 'import' }`;
  const loaded = require(join(root, required));
  const values = Object.keys(loaded).map((each) => declareValue(each, loaded[each]));
  const text = `import type * as module from '${path}' ${mode};\nexport type * from '${path}' ${mode};\n${values.join('')}`;
  writeFileSync(join(root, required.replace(/\.cjs$/, '.d.cts')), text);
}

/** A name that is declared here hides the type of that name, so a class is declared as a type as well. */
function declareValue(name, value) {
  if (name === 'default') return `declare const main: typeof module.default;\nexport default main;\n`;
  const declared = `export declare const ${name}: typeof module.${name};\n`;
  const isClass = typeof value === 'function' && /^class\b/.test(String(value));
  return isClass ? `${declared}export type ${name} = module.${name};\n` : declared;
}
