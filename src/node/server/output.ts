import type { Socket } from 'node:net';
import { type Piece, piecesOf, StreamedContent } from '../../http/content.ts';
import type { FinalReply } from '../../http/types.ts';
import { headText, sizeOf } from './wire.ts';

/** The bytes that are put together before they are sent, and others have their turn. */
const BATCH_BYTES = 64 * 1024;
/** A body that is so long goes out beside its head: to put them together would copy it once more. */
const SEPARATE_BODY_BYTES = 16 * 1024;

/** The bytes that go out on a connection: replies to requests that came together go together. */
export class Output {
  readonly #socket: Socket;
  /** A character for each byte. */
  #text = '';
  /** The bytes that have gone ahead of the text. */
  #ahead = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** True when it is time to send, and to see whether the client reads. */
  get isFull(): boolean {
    return this.#text.length + this.#ahead >= BATCH_BYTES || this.#isStuck;
  }

  /** Adds a text of ASCII characters. */
  add(text: string): void {
    this.#text += text;
  }

  /** Adds a reply, with its body unless that follows or is not wanted; `connection` says what becomes of the connection. */
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
    // Of bytes the encoding does not matter.
    const encoding = typeof body === 'string' && size === body.length ? 'latin1' : 'utf8';
    for (const piece of piecesOf(body)) this.#socket.write(piece, encoding);
    this.#socket.uncork();
    this.#ahead += size;
  }

  /** Adds a piece of a body that is made while it is sent: a chunk of it, unless it ends with the connection. */
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

  /** Sends what has been added; says whether the client has read enough for more to be sent. */
  send(): boolean {
    this.#sendText();
    this.#ahead = 0;
    return !this.#isStuck;
  }

  /** True while some of what was sent waits for the client to read. */
  get #isStuck(): boolean {
    return this.#socket.writableNeedDrain && this.#socket.writableLength > 0;
  }

  #sendText(): void {
    if (this.#text === '') return;
    this.#socket.write(this.#text, 'latin1');
    this.#text = '';
  }
}
