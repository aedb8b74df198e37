import { IncomingMessage } from 'node:http';
import type { AwaitBody, NamedReply } from '../../http/exchange.ts';

/**
 * A request whose body goes straight from Node's parser, which pushes it, to the answer that waits for it. The stream
 * in between takes as long as all of our checks together; it still ends when the body does.
 */
export class Request extends IncomingMessage {
  #body: Body | undefined;

  /** Reads the body that an answer waits for, as far as the answer wants it; `done` gets the reply, once. */
  completeWith(answer: AwaitBody, done: (reply: NamedReply) => void): void {
    const body = new Body(answer, done);
    this.#body = body;
    this.on('close', () => body.breakOff());
  }

  override push(chunk: Buffer | null): boolean {
    if (!this.#body) return super.push(chunk);
    if (chunk) {
      this.#body.add(chunk);
      return true;
    }
    const isOpen = super.push(null);
    this.#body.end();
    return isOpen;
  }
}

/** A body on its way. */
class Body {
  readonly #answer: AwaitBody;
  readonly #done: (reply: NamedReply) => void;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isDone = false;

  constructor(answer: AwaitBody, done: (reply: NamedReply) => void) {
    this.#answer = answer;
    this.#done = done;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= this.#answer.limit) this.#chunks.push(chunk);
    else this.#finish(() => this.#answer.overflow());
  }

  end(): void {
    this.#finish(() => this.#answer.complete(this.#bytes()));
  }

  /** Of an ended one, nothing is left to break off. */
  breakOff(): void {
    this.#finish(() => this.#answer.brokenOff());
  }

  #finish(reply: () => NamedReply): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#done(reply());
  }

  #bytes(): Uint8Array {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#length);
  }
}
