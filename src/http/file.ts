/** A file that the page at `/docs` is made of. Its name says what is in it, so that a client may keep it for good. */
export interface PageFile {
  readonly name: string;
  /** A style is for every page, a skin for Swagger UI alone. */
  readonly kind: 'style' | 'skin' | 'script' | 'module';
  readonly mediaType: string;
  /** Names the content, whatever it is coded in. */
  readonly tag: string;
  /** The content in one of the codings, if it is there. */
  read(coding: Coding): Uint8Array | undefined;
}

/** The codings in which the content is kept, the shortest first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** All files of the page; where there are none that should be there, `fault` says so. */
export interface PageFiles {
  readonly files: readonly PageFile[];
  readonly fault?: string;
}
