import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DocumentError, type Unsupported } from '../documents/references.ts';
import { type DocumentOptions, fromDocument } from '../from-document.ts';
import { type LoadedDocument, loadDocument } from '../hosts/node/documents.ts';
import { type Hosting, hosting } from '../http/hosting.ts';

/** An app made from a document, or the mistake that prevents it. */
export type LoadedApp =
  | {
      readonly app: Hosting;
      readonly unsupported: readonly Unsupported[];
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
    return { app: app[hosting], unsupported: app.unsupported, document };
  } catch (error) {
    if (!isOneSentence(error)) throw error;
    return { mistake: `${target} can't be served: ${error.message}` };
  }
}

/** Recognizes the errors about a document, or about the app made from it. Any other kind is a bug. */
function isOneSentence(error: unknown): error is Error {
  return error instanceof Error && [DocumentError, Error].some((kind) => error.constructor === kind);
}
