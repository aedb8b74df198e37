import {
  type Content,
  CutContent,
  type Piece,
  piecesOf,
  StreamedContent,
  type WholeContent,
} from '../../../http/content.ts';
import type { FinalReply } from '../../../http/types.ts';
import { defined } from '../../../text/guards.ts';
import type { Exchange } from './exchange.ts';
import type { Output } from './output.ts';
import { nextTurn, type Step } from './step.ts';

/** The length of pieces in bytes. A body with more bytes, or characters, is sent in pieces. */
const PIECE_BYTES = 64 * 1024;

const LAST_CHUNK = '0\r\n\r\n';

/** Writes the replies of a connection, in the order of their requests. */
export class ReplyWriter {
  /** The number of replies so far. */
  count = 0;
  readonly #output: Output;
  #stream: ReplyStream | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** True while part of a reply is still to be sent. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** Writes the reply to a request, or the beginning of it. */
  give(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    const { body } = reply;
    const follows = !exchange.isHead && isStreamed(body);
    const isLast = exchange.give(reply, endsHere, !exchange.isHead && !follows);
    this.count++;
    if (!follows) return isLast ? 'end' : 'again';
    this.#stream = new ReplyStream(body, isLast);
    return 'again';
  }

  /** Adds the next piece of a long reply. The connection calls this when the client has read enough. */
  next(): Step | Promise<Step> {
    const stream = defined(this.#stream);
    const step = stream.next(this.#output);
    // Even a short piece may take long to make, so others get their turn after each.
    if (step === 'more') return stream.isMade ? nextTurn() : 'again';
    this.#stream = undefined;
    return step;
  }

  /** Stops making a reply, because its client has disconnected. */
  abandon(): void {
    this.#stream?.abandon();
    this.#stream = undefined;
  }
}

/** Checks for a body that is sent in pieces: one that is made meanwhile, or a long one. */
function isStreamed(body: Content): boolean {
  if (typeof body === 'string') return body.length > PIECE_BYTES;
  if (body instanceof StreamedContent) return true;
  return piecesOf(body).reduce((length, piece) => length + piece.length, 0) > PIECE_BYTES;
}

/**
 * A body that is being sent. A long one is not written at once: encryption would copy all of it, and it would be unknown how much
 * the client has read.
 */
class ReplyStream {
  /** True if it is made while it is sent. */
  readonly isMade: boolean;
  readonly #pieces: Iterator<Piece>;
  readonly #isLast: boolean;
  readonly #isChunked: boolean;
  /** True if it breaks off, and the connection with it. */
  readonly #isCut: boolean;

  constructor(body: Content, isLast: boolean) {
    this.isMade = body instanceof StreamedContent;
    this.#pieces = (body instanceof StreamedContent ? body.pieces : slices(body))[Symbol.iterator]();
    this.#isLast = isLast;
    this.#isCut = body instanceof CutContent;
    const isSized = body instanceof CutContent && body.size !== undefined;
    this.#isChunked = this.isMade && !isSized && !isLast;
  }

  /** Adds the next piece, or the end. Returns what happens next on the connection. */
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

  /** Stops making it, because the client has disconnected. */
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
