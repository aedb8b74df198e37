import { encodeUtf8 } from '../text/bytes.ts';
import { shareInstances } from '../text/share-instances.ts';

export type Piece = string | Uint8Array;

/** Complete content, in several pieces if joining them would copy a lot. */
export type WholeContent = Piece | readonly Piece[];

/** A text, in several pieces if it is long. */
export type Texts = string | readonly string[];

/**
 * Content that is made while it is sent, so its length is known only at the end. Its class is shared between copies of this
 * package, because a host may run an app that another copy made.
 */
export class StreamedContent {
  static {
    shareInstances(StreamedContent, 'StreamedContent');
  }

  readonly pieces: Pieces;
  /** The full length in bytes, if it is known beforehand. */
  readonly size: number | undefined;

  constructor(pieces: Pieces, size?: number) {
    this.pieces = pieces;
    this.size = size;
  }
}

/** Pieces that are made one by one, perhaps not at once. */
type Pieces = Iterable<Piece> | AsyncIterable<Piece>;

/** Begins to make streamed content. */
export function iteratorOf({ pieces }: StreamedContent): Iterator<Piece> | AsyncIterator<Piece> {
  return isAsync(pieces) ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
}

function isAsync(pieces: Pieces): pieces is AsyncIterable<Piece> {
  return Symbol.asyncIterator in pieces;
}

/** Ends streamed content that is not sent. */
export function discard(content: Content): void {
  if (content instanceof StreamedContent) iteratorOf(content).return?.();
}

/** The failure of streamed content that was reported already: the reply is cut. */
export class CutOff extends Error {
  static {
    shareInstances(CutOff, 'CutOff');
  }
}

/** Content that is cut off in the middle. */
export class CutContent extends StreamedContent {
  static {
    shareInstances(CutContent, 'CutContent');
  }
}

/** Returns the first half of some content; of streamed content, half of the first piece. */
export function cutOff(content: Content): CutContent {
  if (content instanceof StreamedContent) return new CutContent(halfOfFirst(content), content.size);
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

/** Makes half of the first piece, and ends the rest. */
async function* halfOfFirst(content: StreamedContent): AsyncIterable<Piece> {
  const pieces = iteratorOf(content);
  const { done, value } = await pieces.next();
  if (done) return;
  pieces.return?.();
  yield value.slice(0, value.length / 2);
}

/** The content of a reply. */
export type Content = WholeContent | StreamedContent;

/** The most characters of texts that are joined: to join megabytes takes long. */
const MAX_JOINED = 64 * 1024;

/** Collects content from texts. */
export class ContentBuilder {
  readonly #pieces: string[] = [];
  #text = '';

  add(text: string): void {
    if (this.#text.length + text.length > MAX_JOINED) {
      this.#pieces.push(this.#text);
      this.#text = '';
    }
    this.#text += text;
  }

  get content(): Texts {
    return this.#pieces.length === 0 ? this.#text : [...this.#pieces, this.#text];
  }
}

/** Returns the content as pieces; most content is a single one. */
export function piecesOf(content: WholeContent): readonly Piece[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

/** Returns the content as text; of content that is not made at once, nothing. */
export function textOf(content: Content): string {
  const decoder = new TextDecoder();
  const made = content instanceof StreamedContent ? content.pieces : piecesOf(content);
  const pieces = isAsync(made) ? [] : made;
  return Array.from(pieces, (piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
}
