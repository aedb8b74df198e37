import { readdirSync, readFileSync } from 'node:fs';
import type { Coding, PageFile, PageFiles } from '../http/file.ts';

/** The folder of the build with the files of the page and a list of them. */
const folder = new URL('../docs/files/', import.meta.url);
const suffixes: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz', identity: '' };

const FAULT =
  'The page at /docs is a plain list, for its files are missing from this installation; npm run build makes them.';

/** The files of the page, of which none is read before it is asked for. */
export function readPageFiles(from: URL = folder): PageFiles {
  const files = list(from);
  return files ? { files } : { files: [], fault: FAULT };
}

/** Reads the list of the build, if all that is on it is there. */
function list(from: URL): PageFile[] | undefined {
  try {
    const entries: Omit<PageFile, 'read'>[] = JSON.parse(readFileSync(new URL('list.json', from), 'utf8'));
    const names = entries.flatMap(({ name }) => Object.values(suffixes).map((suffix) => name + suffix));
    const present = new Set(readdirSync(from));
    if (!names.every((name) => present.has(name))) return undefined;
    return entries.map((entry) => ({ ...entry, read: reader(new URL(entry.name, from)) }));
  } catch {
    return undefined;
  }
}

/** Reads each coding of a file once. */
function reader(file: URL): PageFile['read'] {
  const known = new Map<Coding, Buffer>();
  return (coding) => {
    const content = known.get(coding) ?? read(new URL(`${file}${suffixes[coding]}`));
    if (content) known.set(coding, content);
    return content;
  };
}

function read(file: URL): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
