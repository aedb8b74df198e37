import type { Socket } from 'node:net';
import { type Piece, piecesOf, StreamedContent } from '../../../http/content.ts';
import type { FinalReply } from '../../../http/types.ts';
import { headText, sizeOf } from './wire.ts';

/** The number of bytes to collect before sending them and giving others their turn. */
const BATCH_BYTES = 64 * 1024;
/** The length from which a body is written separately, because joining it with the head would copy it once more. */
const SEPARATE_BODY_BYTES = 16 * 1024;

/** The bytes to send on a connection. Replies to requests that arrived together are sent together. */
export class Output {
  readonly #socket: Socket;
  /** The collected text, with a character for each byte. */
  #text = '';
  /** The bytes that were written ahead of the text. */
  #ahead = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** True when it is time to send, and to check that the client reads. */
  get isFull(): boolean {
    return this.#text.length + this.#ahead >= BATCH_BYTES || this.#isStuck();
  }

  /** Adds ASCII text. */
  add(text: string): void {
    this.#text += text;
  }

  /** Adds a reply, with its body unless that follows or is not wanted. `connection` is the header about the connection. */
  addReply(reply: FinalReply, connection: string, hasBody: boolean): void {
    const { body } = reply;
    const size = sizeOf(body);
    this.#text += headText(reply, size, connection);
    if (!hasBody || size === undefined || body instanceof StreamedContent) return;
    if (typeof body === 'string' && body.length < SEPARATE_BODY_BYTES) {
      this.#text += size === body.length ? body : Buffer.from(body).toString('latin1');
      return;
    }
    this.#socket.cork();
    this.#sendText();
    // The encoding does not matter for bytes.
    const encoding = typeof body === 'string' && size === body.length ? 'latin1' : 'utf8';
    for (const piece of piecesOf(body)) this.#socket.write(piece, encoding);
    this.#socket.uncork();
    this.#ahead += size;
  }

  /** Adds a piece of a streamed body, as a chunk unless the body ends with the connection. */
  addPiece(piece: Piece, isChunk: boolean): void {
    const size = Buffer.byteLength(piece);
    if (size === 0) return;
    this.#socket.cork();
    this.#sendText();
    if (isChunk) this.#socket.write(`${size.toString(16)}\r\n`);
    this.#socket.write(piece);
    if (isChunk) this.#socket.write('\r\n');
    this.#socket.uncork();
    this.#ahead += size;
  }

  /** Sends what was added. Returns true if the client has read enough for more to be sent. */
  send(): boolean {
    this.#sendText();
    this.#ahead = 0;
    return !this.#isStuck();
  }

  /** Returns true while the client has not read all that was sent. A private getter takes far longer to call. */
  #isStuck(): boolean {
    return this.#socket.writableNeedDrain && this.#socket.writableLength > 0;
  }

  #sendText(): void {
    if (this.#text === '') return;
    this.#socket.write(this.#text, 'latin1');
    this.#text = '';
  }
}
