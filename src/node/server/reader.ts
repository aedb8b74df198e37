import { Refusal } from '../../contract/refusal.ts';
import type { Limits } from '../../http/limits.ts';
import type { RequestHead } from '../../http/request.ts';
import { type Body, SizedBody } from './body.ts';
import { ChunkedBody } from './chunks.ts';
import { type Head, HeadReader } from './head.ts';
import { Input } from './input.ts';

/** Reads the requests of a connection, one after the other, out of the bytes that come. */
export class Reader {
  readonly #limits: Limits;
  readonly #input = new Input();
  #head: HeadReader | undefined;
  #body: Body | undefined;
  /** The bytes of the newest body that nobody has read: an infinite number where only its last chunk tells. */
  #unread = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(chunk: Buffer): void {
    this.#input.add(chunk);
  }

  /** The head of the next request; undefined where not all of it has come yet. */
  nextHead(): Head | Refusal | undefined {
    this.skip();
    if (this.isEmpty) return undefined;
    this.#head ??= new HeadReader(this.#limits);
    const head = this.#head.read(this.#input);
    if (head === undefined || head instanceof Refusal) return head;
    this.#head = undefined;
    if (!(head.framing instanceof Refusal)) this.#unread = head.framing.length;
    return head;
  }

  /** The part of the next request that is known while its head has not come in full. */
  get known(): Partial<RequestHead> | undefined {
    return this.#head?.known;
  }

  /** The body of that request; undefined where not all of it has come yet. */
  nextBody(): Uint8Array | Refusal | undefined {
    this.#body ??= Number.isFinite(this.#unread)
      ? new SizedBody(this.#unread)
      : new ChunkedBody(this.#limits);
    const bytes = this.#body.read(this.#input);
    if (bytes === undefined || bytes instanceof Refusal) return bytes;
    this.#body = undefined;
    this.#unread = 0;
    return bytes;
  }

  /** Skips what nobody wants: the rest of a body that was answered unread, and empty lines. */
  skip(): void {
    if (this.#unread > 0) this.#unread -= this.#input.take(this.#unread).length;
    if (!this.#head) this.#input.skipEmptyLines();
  }

  /** True where everything that came was read; half an empty line is nothing. */
  get isEmpty(): boolean {
    return !this.#head && this.#input.isBlank;
  }

  /** True where part of a body is to be skipped that is longer than a body may be, or has no known end. */
  get mustClose(): boolean {
    return this.#unread > this.#limits.body;
  }

  /** True while part of a body is to be skipped. */
  get isSkipping(): boolean {
    return this.#unread > 0 && this.#body === undefined;
  }

  /** Keeps only what is needed until more comes. */
  compact(): void {
    this.#input.compact();
  }
}
