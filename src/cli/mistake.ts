import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '../fields/values.ts';
import { scanJson } from '../text/json/places.ts';

/** The place of a mistake in a file of the user's. */
interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1; 0 if it is unknown. */
  readonly column: number;
}

/** Returns the place where a module could not be loaded, with its line: the last part of an error message. Empty if it is unknown. */
export async function placeInModule(file: string, error: unknown): Promise<string> {
  const { code, message = '', stack = '' } = isRecord(error) ? (error as Partial<NodeJS.ErrnoException>) : {};
  const place =
    placeOfSyntaxError(stack) ??
    placeInStack(stack) ??
    (code === 'ERR_MODULE_NOT_FOUND' ? await placeOfImport(message) : undefined) ??
    (error instanceof SyntaxError ? placeOfSyntaxError(await uncaughtOutput(file)) : undefined);
  return place ? shown(place) : '';
}

/** The folders of this package's own code, in which no mistake of the user's can be: as it is built, and as source maps show it. */
const ownCode = ['..', '../../src/'].map((folder) => new URL(folder, import.meta.url).href);

/** A line of a stack that names a file. */
const FRAME = /^ +at (?:.* \(|async )?((?:file:\/\/\/|\/|[A-Za-z]:\\)[^()\n]+):(\d+):(\d+)\)?$/gm;

/** Finds the innermost line of the user's own code in a stack. */
function placeInStack(stack: string): Place | undefined {
  const frames = stack.matchAll(FRAME);
  for (const [, where = '', line, column] of frames) {
    const { href } = where.startsWith('file:') ? new URL(where) : pathToFileURL(where);
    const isOwn = href.includes('/node_modules/') || ownCode.some((folder) => href.startsWith(folder));
    if (!isOwn) return { file: fileURLToPath(href), line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** Reads the place that Node puts before the message of a syntax error: the file, the line of code, and a mark below it. */
function placeOfSyntaxError(output: string): Place | undefined {
  const [, where, line, mark] = SYNTAX_ERROR.exec(output) ?? [];
  if (where === undefined) return undefined;
  const file = where.startsWith('file:') ? fileURLToPath(where) : where;
  return { file, line: Number(line), column: mark === undefined ? 0 : mark.length + 1 };
}

const SYNTAX_ERROR = /^((?:file:\/\/\/|\/|[A-Za-z]:\\)[^\n]*):(\d+)\n(?:[^\n]*\n( *)\^)?/;

const IMPORTED_FROM = "' imported from ";

/** Finds the import that leads nowhere. Node names the package or the file, and the module that imports it. */
async function placeOfImport(message: string): Promise<Place | undefined> {
  const end = message.indexOf(IMPORTED_FROM);
  const target = message.slice(message.indexOf("'") + 1, end);
  const file = message.slice(end + IMPORTED_FROM.length);
  const text = await readFile(file, 'utf8');
  // A package is named at the start of a string. A file may be named from the folder, so only its last part is the same.
  const name = target.slice(target.lastIndexOf('/') + 1);
  const written = [`'${target}`, `"${target}`, `${name}'`, `${name}"`];
  const found = written.map((each) => text.indexOf(each)).filter((at) => at >= 0);
  if (found.length === 0) return undefined;
  const before = text.slice(0, text.indexOf(name, Math.min(...found)));
  return { file, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/**
 * Returns what Node prints when it loads a module with a syntax error: only an error that nobody catches tells its place. Nothing
 * of the module runs, since it can't be parsed.
 */
async function uncaughtOutput(file: string): Promise<string> {
  const script = `await import(${JSON.stringify(pathToFileURL(file).href)})`;
  const args = ['--input-type=module', '--eval', script];
  const { stderr } = await promisify(execFile)(process.execPath, args).catch((failed) => failed);
  return String(stderr);
}

/** The longest line of code that is shown; a document in JSON may be a single line. */
const MAX_CODE_LENGTH = 200;

/** Writes a place with its line of code, and a mark below the column. */
async function shown({ file, line, column }: Place): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const code = text.split('\n')[line - 1]?.trimEnd();
  const where = `\n    at ${namedFromHere(file)}:${line}${column > 0 ? `:${column}` : ''}`;
  if (!code || code.length > MAX_CODE_LENGTH) return where;
  const gutter = `\n    ${line} | `;
  // Tabs are kept, so that the mark stands below its column.
  const before = code.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${where}${gutter}${code}${column > 0 ? `\n    ${' '.repeat(String(line).length)} | ${before}^` : ''}`;
}

/** Returns a path as seen from the current folder, if it is inside. */
function namedFromHere(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? file : path;
}

/** Returns the line of a part of a document, such as `#/paths/~1lamps`, as the last part of an error message. */
export async function placeInDocument(file: string, pointer: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  const offset = offsetInJson(text, steps) ?? (await offsetInYaml(text, steps));
  return shown({ file, line: text.slice(0, offset).split('\n').length, column: 0 });
}

/** Returns the offset of the innermost part that a JSON text has of these steps; undefined if it is not JSON. */
function offsetInJson(text: string, steps: readonly string[]): number | undefined {
  let node = scanJson(text);
  let offset = node?.start;
  for (const step of steps) {
    node = node?.members?.get(step) ?? node?.items?.[Number(step)];
    offset = node?.keyStart ?? node?.start ?? offset;
  }
  return offset;
}

/** Returns the same for YAML. */
async function offsetInYaml(text: string, steps: readonly string[]): Promise<number> {
  const { isMap, isScalar, isSeq, parseDocument } = await import('yaml');
  let node: unknown = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }).contents;
  let offset = 0;
  for (const step of steps) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
      : undefined;
    const item = isSeq(node) ? node.items[Number(step)] : undefined;
    node = pair?.value ?? item;
    const { range }: { readonly range?: readonly number[] } = Object(pair?.key ?? item);
    offset = range?.[0] ?? offset;
  }
  return offset;
}
