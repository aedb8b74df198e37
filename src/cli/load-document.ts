import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DocumentOptions, fromDocument } from '../app/from-document.ts';
import { type Hosting, hosting } from '../http/hosting.ts';
import { type LoadedDocument, loadDocument } from '../node/documents/load.ts';
import { DocumentError, type Unsupported } from '../openapi/reading/mistake.ts';

/** An app that was made of a document, or why there is none. */
export type LoadedApp =
  | {
      readonly app: Hosting;
      readonly unsupported: readonly Unsupported[];
      /** The document, with the files that it refers to. */
      readonly document: LoadedDocument;
    }
  | { readonly mistake: string };

/** Makes an app of the document in a file or at an address, or of one that `load` has. */
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

/** Errors about a document, and about the app that it would be, are one sentence. */
function isOneSentence(error: unknown): error is Error {
  return error instanceof Error && [DocumentError, Error].some((kind) => error.constructor === kind);
}
