import type { Socket } from 'node:net';
import { type Content, type Piece, piecesOf, StreamedContent } from '../../../http/content.ts';
import { phrases } from '../../../http/phrases.ts';
import type { FinalReply } from '../../../http/types.ts';
import { ensure } from '../../../text/memo.ts';

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

  /**
   * Adds a reply, with its body unless that follows or is not wanted. `connection` is the header about the connection. A body of
   * unknown length follows in chunks, unless the client does not take them: then it ends with the connection.
   */
  addReply(reply: FinalReply, connection: string, hasBody: boolean, takesChunks: boolean): void {
    const { body } = reply;
    const size = contentLength(body);
    this.#text += headText(reply, size ?? (takesChunks ? 'chunked' : undefined), connection);
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

/** Replies in the form in which they are sent. */

/** The end of a head after which the connection ends. */
export const CLOSE_HEADER = 'Connection: close';

/** The response that tells a waiting client to send its body. */
export const CONTINUE_RESPONSE = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Returns the end of a head after which the connection is kept for this many milliseconds, but for at least a second: some
 * clients take a timeout of 0 for no limit.
 */
export function keepAliveHeaders(milliseconds: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.max(Math.floor(milliseconds / 1000), 1)}`;
}

type Length = number | 'chunked' | undefined;

/** Writes the head of a reply. All names and values in it are ours, or were checked when they came in. */
function headText({ status, headers }: FinalReply, length: Length, connection: string): string {
  const size = status === 204 || status === 304 ? '' : sizeLine(length);
  return `${statusLine(status)}${headers}${size}${ending(connection)}`;
}

const statusLines = new Map<number, string>();

/** Returns the first line of a reply, which is written once for each status. */
function statusLine(status: number): string {
  return ensure(statusLines, status, () => `HTTP/1.1 ${status} ${phrases().get(status) ?? ''}\r\n`);
}

function sizeLine(length: Length): string {
  if (length === 'chunked') return 'Transfer-Encoding: chunked\r\n';
  return length === undefined ? '' : `Content-Length: ${length}\r\n`;
}

let second = 0;
let lastConnection = '';
let lastEnding = '';

/** Returns the end of a head, with the date (RFC 9110, 6.6.1). Nearly all replies of a second have the same. */
function ending(connection: string): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second || connection !== lastConnection) {
    second = now;
    lastConnection = connection;
    lastEnding = `Date: ${new Date(now * 1000).toUTCString()}\r\n${connection}\r\n\r\n`;
  }
  return lastEnding;
}

/** Counts the bytes in the body of a reply; undefined if their number shows only at the end. */
export function contentLength(content: Content): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof StreamedContent) return content.size;
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
