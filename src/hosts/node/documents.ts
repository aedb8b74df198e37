import { open, realpath, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mayIdentify } from '../../documents/identifiers.ts';
import { DocumentError } from '../../documents/references.ts';
import { Count, checkCount, MAX_CHARACTERS, MAX_VALUES, outsideReferences } from '../../documents/walk.ts';
import { defined, firstMessage } from '../../text/guards.ts';
import { describeFlaw, Flaw } from '../../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../../text/json/reader.ts';
import { MAX_YAML_BYTES, parseYaml, type YamlBudget } from './yaml.ts';

/** A document, and the files that it refers to by their addresses. */
export interface LoadedDocument {
  readonly address: string;
  readonly document: unknown;
  readonly files: ReadonlyMap<string, unknown>;
}

/** Called with the address of a file, which may be missing. */
type OnFile = (address: string) => Promise<void>;

/** The most files of a document. */
const MAX_FILES = 10_000;

const BUNDLE = 'bundle them into one, for example with "npx @redocly/cli bundle"';

/**
 * Loads a document and the files that it refers to, in its folder or below, or on its own origin. Throws a `DocumentError` if
 * that fails. Calls `onFile` with the address of each file before it is read.
 */
export async function loadDocument(
  root: URL,
  onFile: OnFile = async () => {},
  timeout = TIMEOUT_MS,
): Promise<LoadedDocument> {
  const ends = AbortSignal.timeout(timeout);
  const files = new Map<string, unknown>();
  const open = [root.href];
  const leading: (readonly [target: string, reference: string, from: string])[] = [];
  let identified: Set<string> | undefined;
  const count = new Count();
  const budget = { bytes: MAX_YAML_BYTES };
  let characters = 0;
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (files.has(address) || identified?.has(address)) continue;
    if (files.size >= MAX_FILES)
      throw new DocumentError(
        `The document has more than ${MAX_FILES.toLocaleString('en')} files; ${BUNDLE}`,
      );
    await onFile(address);
    const text = await readText(new URL(address), root, MAX_CHARACTERS - characters, ends);
    characters += text.length;
    checkCount(count.values + valuesIn(text));
    // A text may be larger than all else, and is free as soon as it is parsed.
    const value = await parseDocument(text, address, budget);
    if (files.size === 0 && mayIdentify(value)) identified = new Set();
    files.set(address, value);
    for (const [target, reference] of outsideReferences(value, count, address, identified))
      if (isWithin(target, root)) open.push(target);
      else leading.push([target, reference, address]);
  }
  for (const [target, reference, from] of leading)
    if (!identified?.has(target))
      throw leadingOut(`The reference ${JSON.stringify(reference)} in ${from}`, root);
  return { address: root.href, document: files.get(root.href), files };
}

/**
 * Returns how many values a text of JSON has at least, before they take memory: half as many as commas and opening brackets. A short
 * text can't have too many.
 */
function valuesIn(text: string): number {
  if (text.length <= 2 * MAX_VALUES) return 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === ',' || character === '[' || character === '{') count++;
  }
  return count / 2;
}

/** Finds the quotation mark at the end of a string of JSON. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charAt(before - 1) === '\\') before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

function leadingOut(what: string, root: URL): DocumentError {
  const place = root.protocol === 'file:' ? 'folder' : 'origin';
  return new DocumentError(`${what} leads out of the document's ${place}`);
}

/** Tells whether the file at an address may be read. */
function isWithin(address: string, root: URL): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (root.protocol !== 'file:') return url.origin === root.origin;
  if (url.protocol !== 'file:' || url.host !== '' || SLASHES.test(url.pathname)) return false;
  return url.href.startsWith(new URL('.', root).href);
}

/** Escapes of what separates folders, which no address of a file may have. */
const SLASHES = /%2f|%5c/i;

/** Reads JSON or YAML. The YAML parser is loaded only for YAML. */
async function parseDocument(text: string, address: string, budget: YamlBudget): Promise<unknown> {
  // Not by a pattern, which would keep the text in memory until another one matches.
  if (['[', '{'].includes(text.slice(0, 1000).trimStart().charAt(0))) {
    const value = parseJson(text);
    if (value !== undefined) return value;
    const isNamedSo = /\.json$/i.test(new URL(address).pathname);
    const flaw = isNamedSo && readJson(text, MAX_DEPTH);
    if (flaw instanceof Flaw)
      throw new DocumentError(`${shown(new URL(address))}: ${describeFlaw(text, flaw)}`);
  }
  return parseYaml(text, shown(new URL(address)), budget);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The time limits for downloading a file, and a document with all its files, in milliseconds. */
const FILE_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 120_000;

/** Returns the text at an address, which may have at most this many bytes, unless a download takes too long. */
async function readText(address: URL, root: URL, most: number, ends: AbortSignal): Promise<string> {
  const isFile = address.protocol === 'file:';
  const bytes = isFile ? await readFile(address, root, most) : await download(address, most, ends);
  const begin = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1').trimStart();
  const odd = beginnings.find(([each]) => begin.startsWith(each));
  if (odd) throw new DocumentError(`${shown(address)} is ${odd[1]}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError(`${shown(address)} is not UTF-8`);
  }
}

/** The bytes in which a file shows what it is. */
const BEGINNING = 64;

/** The beginnings of files that are no documents. */
const beginnings: readonly (readonly [begin: string, what: string])[] = [
  ['\x1f\x8b', 'compressed with gzip; unpack it first'],
  ['PK\x03\x04', 'a ZIP archive; unpack it first'],
  ['%PDF', 'a PDF, not a document in JSON or YAML'],
  ...['<!', '<?', '<h', '<H'].map((begin) => [begin, 'HTML or XML, not JSON or YAML'] as const),
  ['\xff\xfe', 'UTF-16; save it as UTF-8'],
  ['\xfe\xff', 'UTF-16; save it as UTF-8'],
];

/** Returns an address as people write it: a path or a URL. */
function shown(address: URL): string {
  return address.protocol === 'file:' ? fileURLToPath(address) : address.href;
}

async function readFile(address: URL, root: URL, most: number): Promise<Uint8Array> {
  const path = await realPathOf(address);
  if (address.href !== root.href) await checkReferredTo(path, address, root);
  const file = await open(path).catch(() => {
    throw new DocumentError(`${shown(address)} can't be read`);
  });
  try {
    if ((await file.stat()).size > most) throw tooLarge(address);
    // What is no file, such as a device, has no size and may have no end.
    return await collected(file.createReadStream({ autoClose: false }), address, most);
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError(`${shown(address)} can't be read`);
  } finally {
    await file.close();
  }
}

function realPathOf(address: URL): Promise<string> {
  return realpath(fileURLToPath(address)).catch(() => {
    throw new DocumentError(`There is no file ${shown(address)}`);
  });
}

/** Checks what a document refers to: a file in its folder, also behind symbolic links, and no pipe, which nobody may write to. */
async function checkReferredTo(path: string, address: URL, root: URL): Promise<void> {
  const real = pathToFileURL(path);
  const folder = pathToFileURL(await realPathOf(new URL('.', root)));
  const roots = [new URL(`${folder}/`), pathToFileURL(await realPathOf(root))];
  if (!roots.some((each) => isWithin(real.href, each))) throw leadingOut(shown(address), root);
  if (!(await stat(path)).isFile()) throw new DocumentError(`${shown(address)} can't be read`);
}

async function collected(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  address: URL,
  most: number,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) throw tooLarge(address);
    all.push(chunk);
  }
  return Buffer.concat(all);
}

async function download(address: URL, most: number, ends: AbortSignal): Promise<Uint8Array> {
  try {
    const signal = AbortSignal.any([ends, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
    const response = await fetch(address, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (location !== null) throw new DocumentError(`${address.href} ${redirection(location, address)}`);
    if (!response.ok) throw new DocumentError(`${address.href} answers ${response.status}`);
    return await collected(response.body ?? [], address, most);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    // The reason is the cause, except when the time is over.
    const why = [Object(error).cause, error].find((each) => each instanceof Error);
    throw new DocumentError(`${address.href} can't be fetched: ${firstMessage(defined(why))}`);
  }
}

function redirection(location: string, address: URL): string {
  if (!URL.canParse(location, address.href))
    return `redirects to ${JSON.stringify(location)}, which is no address`;
  return `redirects to ${new URL(location, address)}; name that address`;
}

function tooLarge(address: URL): DocumentError {
  return new DocumentError(`${shown(address)} makes the document larger than 64 MiB`);
}
