import { encodeUtf8 } from '../text/bytes.ts';
import { shareInstances } from '../text/share-instances.ts';

export type Piece = string | Uint8Array;

/** Complete content, in several pieces if joining them would copy a lot. */
export type WholeContent = Piece | readonly Piece[];

/**
 * Content that is made while it is sent, so its length is known only at the end. Its class is shared between copies of this
 * package, because a host may run an app that another copy made.
 */
export class StreamedContent {
  static {
    shareInstances(StreamedContent, 'StreamedContent');
  }

  readonly pieces: Iterable<Piece>;

  constructor(pieces: Iterable<Piece>) {
    this.pieces = pieces;
  }
}

/** Content that is cut off in the middle. */
export class CutContent extends StreamedContent {
  static {
    shareInstances(CutContent, 'CutContent');
  }

  /** The full length, if it is known. */
  readonly size: number | undefined;

  constructor(pieces: Iterable<Piece>, size?: number) {
    super(pieces);
    this.size = size;
  }
}

/** Returns the first half of some content; of streamed content, half of the first piece. */
export function cutOff(content: Content): CutContent {
  if (content instanceof StreamedContent) return new CutContent(firstHalf(content.pieces));
  const pieces = piecesOf(content).map((piece) => (typeof piece === 'string' ? encodeUtf8(piece) : piece));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return new CutContent(upTo(size / 2, pieces), size);
}

function* upTo(end: number, pieces: readonly Uint8Array[]): Iterable<Piece> {
  let at = 0;
  for (const piece of pieces) {
    if (at < end) yield piece.subarray(0, end - at);
    at += piece.length;
  }
}

function* firstHalf(pieces: Iterable<Piece>): Iterable<Piece> {
  for (const piece of pieces) {
    yield piece.slice(0, piece.length / 2);
    return;
  }
}

/** The content of a reply. */
export type Content = WholeContent | StreamedContent;

/** Collects content: texts are joined, bytes are not copied. */
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

/** Returns the content as pieces; most content is a single one. */
export function piecesOf(content: WholeContent): readonly Piece[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

/** Returns the content as text. */
export function textOf(content: Content): string {
  const decoder = new TextDecoder();
  const pieces = content instanceof StreamedContent ? content.pieces : piecesOf(content);
  return Array.from(pieces, (piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
}
