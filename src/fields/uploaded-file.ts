import { shareInstances } from '../text/share-instances.ts';

/** A file uploaded in a form. */
export class UploadedFile {
  static {
    shareInstances(UploadedFile, 'UploadedFile');
  }

  /** The name that the client sent. Do not trust it, and do not use it as a path. */
  readonly name: string;
  /** The media type that the client sent. */
  readonly type: string;
  /** The contents, a view of the body of the request. */
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }

  /** Returns what a reply shows of the file: everything except its contents. */
  toJSON(): { readonly name: string; readonly type: string; readonly size: number } {
    return { name: this.name, type: this.type, size: this.bytes.length };
  }
}
