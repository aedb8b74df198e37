import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { meantName } from '../text/names.ts';
import { UsageError } from './settings.ts';

/** The files that people name on the command line, and those that they probably meant. */

export const DOCUMENT = /^https?:\/\/|\.(?:json|ya?ml)$/i;
const SERVED = /\.(?:json|ya?ml|[cm]?[jt]s)$/i;
/** The usual names of a document. */
const USUAL = /^(?:openapi|swagger)\./i;

/** Returns what is wrong with the path of a document or a module; undefined if there is a file. */
export function mistakenFile(path: string): UsageError | undefined {
  const file = resolve(path);
  if (!existsSync(file)) return new UsageError(`There is no file ${path}${meantIn(file, path)}`);
  if (!statSync(file).isDirectory()) return undefined;
  const names = servedIn(file);
  const name = names.find((each) => USUAL.test(each)) ?? names[0] ?? 'openapi.yaml';
  return new UsageError(
    `${path} is a folder; name a file in it, such as ${path.replace(/[\\/]$/, '')}/${name}`,
  );
}

/** Names the file beside a missing one that was probably meant: one of a similar name, or with another extension. */
function meantIn(file: string, path: string): string {
  const names = servedIn(dirname(file));
  const stem = meantName(stemOf(file), names.map(stemOf));
  const name = names.find((each) => stemOf(each) === stem);
  return name === undefined ? '' : `; did you mean ${path.slice(0, -basename(path).length)}${name}?`;
}

function stemOf(file: string): string {
  return basename(file, extname(file));
}

/** Lists the documents and modules of a folder; none if it can't be read. */
function servedIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => SERVED.test(name));
  } catch {
    return [];
  }
}
