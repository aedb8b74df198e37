import { shareInstances } from '../text/share-instances.ts';

/** A file that came in a form. */
export class UploadedFile {
  static {
    shareInstances(UploadedFile, 'UploadedFile');
  }

  /** As the client says it: no path to be used, and not to be trusted. */
  readonly name: string;
  /** The media type, as the client says it. */
  readonly type: string;
  /** A view of the body of the request. */
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }

  /** The file as a reply shows it, without what is in it. */
  toJSON(): { readonly name: string; readonly type: string; readonly size: number } {
    return { name: this.name, type: this.type, size: this.bytes.length };
  }
}
