import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DocumentError, type Unsupported } from '../documents/references.ts';
import { type DocumentApp, type DocumentOptions, fromDocument } from '../from-document.ts';
import { type LoadedDocument, loadDocument } from '../hosts/node/documents.ts';
import { isWorker } from '../hosts/node/process.ts';
import { replaceable } from '../hosts/node/replaceable.ts';
import { FileWatch } from '../hosts/node/watch.ts';
import { askForDocument } from '../hosts/node/workers/worker.ts';
import { type Hosting, hosting } from '../http/hosting.ts';
import { cutText } from '../text/cut.ts';
import { OptionError } from '../text/options.ts';
import { mistakenFile } from './files.ts';

/** The reader of documents, loaded only when the command is given one. */

export { dataIn } from '../documents/memory/store.ts';

/** An app made from a document, or the mistake that prevents it. */
type LoadedApp =
  | {
      readonly app: Hosting;
      readonly unsupported: readonly Unsupported[];
      readonly values: DocumentApp['values'];
      readonly errors: DocumentApp['errors'];
      /** The document, with the files that it refers to. */
      readonly document: LoadedDocument;
    }
  | { readonly mistake: string };

/** Makes an app from the document in a file or at an address, as read by `load`. */
export async function loadDocumentApp(
  target: string,
  options: DocumentOptions,
  load: (root: URL) => Promise<LoadedDocument> = loadDocument,
): Promise<LoadedApp> {
  const root = /^https?:/i.test(target) ? new URL(target) : pathToFileURL(resolve(target));
  root.hash = '';
  try {
    const document = await load(root);
    const { address, files } = document;
    const app = fromDocument(document.document, { ...options, address, files });
    return {
      app: app[hosting],
      unsupported: app.unsupported,
      values: app.values,
      errors: app.errors,
      document,
    };
  } catch (error) {
    if (!isOneSentence(error)) throw error;
    const file = root.protocol === 'file:' ? mistakenFile(target) : undefined;
    // A document may have names of any length.
    const sentence = cutText(named(error, root, target));
    return { mistake: file?.sentence ?? `${sentence}${await placeOf(error, root)}` };
  }
}

/** Returns the message of an error, which may name the document already. */
function named({ message }: Error, root: URL, target: string): string {
  const path = root.protocol === 'file:' ? fileURLToPath(root) : root.href;
  return message.includes(path) ? message : `${target} can't be served: ${message}`;
}

/** Returns the line of the part of a document that an error names, if the document is in a file. */
async function placeOf({ message }: Error, root: URL): Promise<string> {
  const [, address = root.href, pointer] = /(?:^| at )(\w+:\/\/[^\s#]+)?#(\/\S*)/.exec(message) ?? [];
  if (pointer === undefined || !address.startsWith('file:')) return '';
  const { placeInDocument } = await import('./mistake.ts');
  return placeInDocument(fileURLToPath(address), pointer);
}

/** Recognizes the errors about a document, its options, or the app made from it. Any other kind is a bug. */
function isOneSentence(error: unknown): error is Error {
  return (
    error instanceof Error && [DocumentError, OptionError, Error].some((kind) => error.constructor === kind)
  );
}

/** An app made from a document in a file, and remade when the file changes. */
export interface WatchedDocument {
  readonly app: Hosting;
  readonly unsupported: readonly Unsupported[];
  readonly values: DocumentApp['values'];
  readonly errors: DocumentApp['errors'];
  /** Returns the document that is currently served. */
  readonly last: () => LoadedDocument;
  /** Reads the document again. If it has a mistake, nothing changes. */
  reload(): Promise<LoadedApp>;
  /** Calls `act` whenever the document, or a file that it refers to, changes. */
  onChange(act: () => void): Promise<void>;
}

/** Loads a document to be watched, or returns the mistake in it. */
export async function watchDocument(
  target: string,
  options: DocumentOptions,
): Promise<WatchedDocument | { readonly mistake: string }> {
  const first = await loadFirst(target, options);
  if ('mistake' in first) return first;
  const { app, replace } = replaceable(first.app);
  let { document } = first;
  let watch: FileWatch | undefined;
  return {
    app,
    unsupported: first.unsupported,
    values: first.values,
    errors: first.errors,
    last: () => document,
    async reload() {
      const next = await loadDocumentApp(target, options, watch && watchedLoad(watch));
      if ('mistake' in next) return next;
      replace(next.app);
      document = next.document;
      return next;
    },
    async onChange(act) {
      watch = new FileWatch(act);
      for (const address of document.files.keys()) await watch.add(fileURLToPath(address));
    },
  };
}

/** Loads a document, and watches the files that were needed for it, up to the first that is missing or has a mistake. */
function watchedLoad(watch: FileWatch): (root: URL) => Promise<LoadedDocument> {
  return async (root) => {
    const files = new Set<string>();
    const onFile = (address: string) => {
      const file = fileURLToPath(address);
      files.add(file);
      return watch.add(file);
    };
    return loadDocument(root, onFile).finally(() => watch.keepOnly(files));
  };
}

/** Loads the first document. If a restarted worker finds a mistake in the file, it serves the document of the other workers. */
async function loadFirst(target: string, options: DocumentOptions): Promise<LoadedApp> {
  const loaded = await loadDocumentApp(target, options);
  return isWorker && 'mistake' in loaded ? loadDocumentApp(target, options, askForDocument) : loaded;
}
