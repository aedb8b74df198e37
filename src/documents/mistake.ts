import { shareInstances } from '../text/share-instances.ts';

/** An error in a document that can't be served, in one sentence. */
export class DocumentError extends Error {
  static {
    shareInstances(DocumentError, 'DocumentError');
  }

  override readonly name = 'DocumentError';
}

/** A part of a document that is not served exactly as written. */
export interface Unsupported {
  /** The place in the document, such as `#/paths/~1users/post/requestBody`. */
  readonly place: string;
  /** The consequence, as the end of a sentence about the place. */
  readonly what: string;
}
