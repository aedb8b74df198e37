import { fileURLToPath } from 'node:url';
import type { DocumentOptions } from '../app/from-document.ts';
import type { Hosting } from '../http/hosting.ts';
import { FileWatch } from '../node/documents/watch.ts';
import { replaceable } from '../node/replaceable.ts';
import type { Unsupported } from '../openapi/reading/mistake.ts';
import { type LoadedApp, loadDocumentApp } from './load-document.ts';

/** An app made of a document in a file, and made anew when the file changes. */
export interface WatchedDocument {
  readonly app: Hosting;
  readonly unsupported: readonly Unsupported[];
  /** Reads the document again. One with a mistake in it changes nothing. */
  reload(): Promise<LoadedApp>;
  /** Acts whenever the document, or a file that it refers to, has changed. */
  onChange(act: () => void): Promise<void>;
}

/** Loads a document to be watched, or tells why there is none. */
export async function watchDocument(
  target: string,
  options: DocumentOptions,
): Promise<WatchedDocument | { readonly mistake: string }> {
  const first = await loadDocumentApp(target, options);
  if ('mistake' in first) return first;
  const { app, replace } = replaceable(first.app);
  let { files } = first;
  let watch: FileWatch | undefined;
  return {
    app,
    unsupported: first.unsupported,
    async reload() {
      const next = await loadDocumentApp(target, options);
      if ('mistake' in next) {
        watch?.expectAnything();
        return next;
      }
      replace(next.app);
      files = next.files;
      await watch?.follow(pathsOf(files));
      return next;
    },
    onChange(act) {
      watch = new FileWatch(act);
      return watch.follow(pathsOf(files));
    },
  };
}

function pathsOf(addresses: readonly string[]): string[] {
  return addresses.map((address) => fileURLToPath(address));
}
