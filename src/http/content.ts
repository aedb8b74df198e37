/** Text, or bytes. */
export type Piece = string | Uint8Array;

/** Content that is all there: in pieces where to put them together would be to copy much. */
export type WholeContent = Piece | readonly Piece[];

/** Content that is made while it is sent. How long it is shows at its end. */
export class StreamedContent {
  readonly pieces: Iterable<Piece>;

  constructor(pieces: Iterable<Piece>) {
    this.pieces = pieces;
  }
}

/** What a reply carries. */
export type Content = WholeContent | StreamedContent;

/** Puts content together: texts become one, bytes are not copied. */
export class ContentBuilder {
  #pieces: readonly Piece[] = [];
  #text = '';

  add(piece: Piece): void {
    if (typeof piece === 'string') this.#text += piece;
    else {
      this.#pieces = [...this.#pieces, this.#text, piece];
      this.#text = '';
    }
  }

  get content(): WholeContent {
    return this.#pieces.length === 0 ? this.#text : [...this.#pieces, this.#text];
  }
}

/** The content as pieces, of which most have one. */
export function piecesOf(content: WholeContent): readonly Piece[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

/** The content as text, whatever it is made of. */
export function textOf(content: Content): string {
  const decoder = new TextDecoder();
  const pieces = content instanceof StreamedContent ? content.pieces : piecesOf(content);
  return Array.from(pieces, (piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
}
