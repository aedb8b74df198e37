/** Text, or bytes. */
export type Piece = string | Uint8Array;

/** What a reply carries: in pieces where to put them together would be to copy much. */
export type Content = Piece | readonly Piece[];

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

  get content(): Content {
    return this.#pieces.length === 0 ? this.#text : [...this.#pieces, this.#text];
  }
}

/** The content as pieces, of which most have one. */
export function piecesOf(content: Content): readonly Piece[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

/** The content as text, whatever it is made of. */
export function textOf(content: Content): string {
  const decoder = new TextDecoder();
  const texts = piecesOf(content).map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece)));
  return texts.join('');
}
