import { shareInstances } from '../../text/share-instances.ts';

/** A document that can't be served, and why, in one sentence. */
export class DocumentError extends Error {
  static {
    shareInstances(DocumentError, 'DocumentError');
  }

  override readonly name = 'DocumentError';
}

/** Something of a document that is not served exactly as it says. */
export interface Unsupported {
  /** The place in the document: `#/paths/~1users/post/requestBody`. */
  readonly place: string;
  /** The consequence, as the end of a sentence. */
  readonly what: string;
}
