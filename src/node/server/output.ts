import type { Socket } from 'node:net';
import type { NamedReply } from '../../http/exchange.ts';
import { headText } from './wire.ts';

/** How much is put together before it is sent, and others have their turn. */
const enough = 64 * 1024;

/** What goes out on a connection: replies to requests that came together go together. */
export class Output {
  readonly #socket: Socket;
  #text = '';
  #isAscii = true;
  /** How many bytes have gone ahead of the text. */
  #ahead = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Whether it is time to send, and to see whether the client reads. */
  get isEnough(): boolean {
    return this.#text.length + this.#ahead >= enough || this.#socket.writableNeedDrain;
  }

  /** Adds a text of ASCII characters. */
  add(text: string): void {
    this.#text += text;
  }

  /** Adds a reply; `connection` says in its head what becomes of the connection. */
  addReply(reply: NamedReply, connection: string, hasBody: boolean): void {
    const { body } = reply;
    const length = Buffer.byteLength(body);
    this.#text += headText(reply, length, connection);
    if (!hasBody) return;
    if (typeof body === 'string') {
      this.#isAscii &&= length === body.length;
      this.#text += body;
    } else {
      this.#sendText();
      this.#socket.write(body);
      this.#ahead += length;
    }
  }

  /** Sends what has been added; says whether the client has read enough for more to be sent. */
  send(): boolean {
    this.#sendText();
    this.#ahead = 0;
    return !this.#socket.writableNeedDrain;
  }

  #sendText(): void {
    if (this.#text === '') return;
    this.#socket.write(this.#text, this.#isAscii ? 'latin1' : 'utf8');
    this.#text = '';
    this.#isAscii = true;
  }
}
