/** A file of the page. Its name has a hash of its content, so that clients may cache it forever. */
interface PageFile {
  readonly name: string;
  readonly kind: 'style' | 'module';
  readonly mediaType: string;
  readonly text: string;
}

/** The style and the script of the page. The build inserts them; without them the page is plain HTML. */
export const pageFiles: readonly PageFile[] = [];
