/** A file that the page is made of. Its name says what is in it, so that a client may keep it for good. */
export interface PageFile {
  readonly name: string;
  readonly kind: 'style' | 'module';
  readonly mediaType: string;
  readonly text: string;
}

/** The style and the script of the page. The build puts them here; until then the page is plain HTML. */
export const pageFiles: readonly PageFile[] = [];
