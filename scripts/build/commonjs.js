/** Declarations for `require`. They refer to those of the modules, so that there is one of each type. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..', '..');

/** Writes the declarations of an entry beside its CommonJS file. */
export function declareCommonJs({ module, required }) {
  const path = relative(dirname(required), module);
  const mode = `with { 'resolution-mode': 'import' }`;
  const loaded = require(join(root, required));
  const values = Object.keys(loaded).map((each) => declareValue(each, loaded[each]));
  const text = `import type * as module from '${path}' ${mode};\nexport type * from '${path}' ${mode};\n${values.join('')}`;
  writeFileSync(join(root, required.replace(/\.cjs$/, '.d.cts')), text);
}

/** Declares an export. A declared value hides the type of its name, so a class is declared as a type as well. */
function declareValue(name, value) {
  if (name === 'default') return `declare const main: typeof module.default;\nexport default main;\n`;
  const declared = `export declare const ${name}: typeof module.${name};\n`;
  const isClass = typeof value === 'function' && /^class\b/.test(String(value));
  return isClass ? `${declared}export type ${name} = module.${name};\n` : declared;
}
