import { DocumentError, outsideReferences } from '../../../documents/references.ts';
import { parseDocument } from './parse.ts';
import { readText } from './read.ts';

/** A document, and the files that it refers to by their addresses. */
export interface LoadedDocument {
  readonly address: string;
  readonly document: unknown;
  readonly files: ReadonlyMap<string, unknown>;
}

/** Called with the address of a file, which may be missing. */
type OnFile = (address: string) => Promise<void>;

/** The most files of a document, and the most characters that they have together. */
const MAX_FILES = 1000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * Loads a document and the files that it refers to, in its folder or below, or on its own origin. Throws a `DocumentError` if
 * that fails. Calls `onFile` with the address of each file before it is read.
 */
export async function loadDocument(root: URL, onFile: OnFile = async () => {}): Promise<LoadedDocument> {
  const files = new Map<string, unknown>();
  const open = [root.href];
  let characters = 0;
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (files.has(address)) continue;
    if (files.size >= MAX_FILES) throw new DocumentError(`The document has more than ${MAX_FILES} files`);
    await onFile(address);
    const text = await readText(new URL(address), MAX_CHARACTERS - characters);
    characters += text.length;
    const value = await parseDocument(text, address);
    files.set(address, value);
    for (const reference of outsideReferences(value)) open.push(addressOf(reference, address, root));
  }
  return { address: root.href, document: files.get(root.href), files };
}

/** Returns the address of a file that another one refers to, if it may be read. */
function addressOf(reference: string, from: string, root: URL): string {
  const url = URL.canParse(reference, from) ? new URL(reference, from) : undefined;
  if (url) url.hash = '';
  if (url && isWithin(url, root)) return url.href;
  const place = root.protocol === 'file:' ? 'folder' : 'origin';
  throw new DocumentError(
    `The reference ${JSON.stringify(reference)} in ${from} leads out of the document's ${place}`,
  );
}

function isWithin(url: URL, root: URL): boolean {
  if (root.protocol !== 'file:') return url.origin === root.origin;
  return url.protocol === 'file:' && url.host === '' && url.href.startsWith(new URL('.', root).href);
}
