import {
  type Content,
  CutContent,
  type Piece,
  piecesOf,
  StreamedContent,
  type WholeContent,
} from '../../http/content.ts';
import type { FinalReply } from '../../http/types.ts';
import { defined } from '../../text/defined.ts';
import type { Exchange } from './exchange.ts';
import type { Output } from './output.ts';
import { nextTurn, type Step } from './step.ts';

/** A body that is longer than this many bytes, or characters, goes out in pieces of so many bytes. */
const PIECE_BYTES = 64 * 1024;

const LAST_CHUNK = '0\r\n\r\n';

/** Writes the replies of one connection, in the order of their requests. */
export class ReplyWriter {
  /** The number of replies so far. */
  count = 0;
  readonly #output: Output;
  #stream: ReplyStream | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** True while there is more to send of a reply. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** Writes the reply to a request, or its beginning. */
  give(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    const { body } = reply;
    const follows = !exchange.isHead && isStreamed(body);
    const isLast = exchange.give(reply, endsHere, !exchange.isHead && !follows);
    this.count++;
    if (!follows) return isLast ? 'end' : 'again';
    this.#stream = new ReplyStream(body, isLast);
    return 'again';
  }

  /** Adds one piece more of a long reply. The connection asks for the next when the client has read enough. */
  next(): Step | Promise<Step> {
    const stream = defined(this.#stream);
    const step = stream.next(this.#output);
    // A piece may take long to make, however short it is: others have their turn after each.
    if (step === 'more') return stream.isMade ? nextTurn() : 'again';
    this.#stream = undefined;
    return step;
  }

  /** Makes no more of a reply, for its client has gone. */
  abandon(): void {
    this.#stream?.abandon();
    this.#stream = undefined;
  }
}

/** Tells bodies that are sent a piece at a time: those that are made meanwhile, and long ones. */
function isStreamed(body: Content): boolean {
  if (typeof body === 'string') return body.length > PIECE_BYTES;
  if (body instanceof StreamedContent) return true;
  return piecesOf(body).reduce((length, piece) => length + piece.length, 0) > PIECE_BYTES;
}

/**
 * A body on its way to the client. A long one is not handed over as a whole: encrypted, it would be copied as a whole,
 * and nobody could tell how much of it the client has read.
 */
class ReplyStream {
  /** It is made while it is sent. */
  readonly isMade: boolean;
  readonly #pieces: Iterator<Piece>;
  readonly #isLast: boolean;
  readonly #isChunked: boolean;
  /** Tells whether it breaks off, and the connection with it. */
  readonly #isCut: boolean;

  constructor(body: Content, isLast: boolean) {
    this.isMade = body instanceof StreamedContent;
    this.#pieces = (body instanceof StreamedContent ? body.pieces : slices(body))[Symbol.iterator]();
    this.#isLast = isLast;
    this.#isCut = body instanceof CutContent;
    const isSized = body instanceof CutContent && body.size !== undefined;
    this.#isChunked = this.isMade && !isSized && !isLast;
  }

  /** Adds the next piece, or the end; returns what comes next on the connection. */
  next(output: Output): 'more' | 'again' | 'end' {
    const { done, value } = this.#pieces.next();
    if (!done) {
      output.addPiece(value, this.#isChunked);
      return 'more';
    }
    if (this.#isCut || this.#isLast) return 'end';
    if (this.#isChunked) output.add(LAST_CHUNK);
    return 'again';
  }

  /** Makes no more of it, for the client has gone. */
  abandon(): void {
    this.#pieces.return?.();
  }
}

function* slices(body: WholeContent): Iterable<Piece> {
  for (const piece of piecesOf(body)) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
