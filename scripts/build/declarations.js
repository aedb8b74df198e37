/** The declarations of the package: those files of the compiler's that the entries need. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MODULE = /(?<=(?:from |import\()["'])(\.[^"']+)\.[jt]s(?=["'])/g;

/** Copies the declarations of the entries, and all that they import, from one folder to another. */
export function copyDeclarations(entries, from, to) {
  const needed = new Set();
  for (const entry of entries) add(entry);
  for (const file of needed) {
    cpSync(join(from, file), join(to, file));
    writeFileSync(join(to, file), nameCompiled(readFileSync(join(from, file), 'utf8')));
  }

  function add(file) {
    if (needed.has(file)) return;
    needed.add(file);
    for (const [, other] of readFileSync(join(from, file), 'utf8').matchAll(MODULE))
      add(join(dirname(file), `${other}.d.ts`));
  }
}

/** Changes `.ts` to `.js` in imports; the compiler does so in modules, but not in declarations. */
function nameCompiled(text) {
  return text.replace(MODULE, '$1.js');
}
