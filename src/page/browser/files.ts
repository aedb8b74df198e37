/**
 * The files that people choose. The text of a request only names them, by a mark where their content is sent. They are kept as long
 * as the page is open, and nowhere else.
 */
export type ChosenFiles = ReadonlyMap<string, File>;

const MARK = /(‹content of .+?, \d+ bytes›)/;
const ONLY_MARK = /^‹content of (.+), \d+ bytes›$/;

/** What stands for a file in the text of a request. */
export function markOf({ name, size }: File): string {
  return `‹content of ${name}, ${size} bytes›`;
}

/** The marks in a text. */
export function marksIn(text: string): string[] {
  return text.split(MARK).filter((_, at) => at % 2 === 1);
}

/** The name of the file that is all of a text, if there is one. */
export function fileNameIn(text = ''): string | undefined {
  return ONLY_MARK.exec(text)?.[1];
}

/** The bytes of a text, with the content of the files that it names. */
export function withContent(text: string, files: ChosenFiles): Uint8Array<ArrayBuffer> | Blob {
  const pieces = text.split(MARK).map((piece) => files.get(piece) ?? piece);
  return pieces.some((piece) => piece instanceof File) ? new Blob(pieces) : new TextEncoder().encode(text);
}
