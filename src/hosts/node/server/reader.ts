import { Refusal } from '../../../contract/outcome.ts';
import type { Limits } from '../../../http/limits.ts';
import type { RequestHead } from '../../../http/types.ts';
import { ChunkedBody } from './chunks.ts';
import { type Head, HeadReader } from './head.ts';
import type { Input } from './input.ts';

/** Reads the requests of a connection, one after another. */
export class Reader {
  readonly #input: Input;
  readonly #limits: Limits;
  readonly #isSecure: boolean;
  #head: HeadReader | undefined;
  #chunks: ChunkedBody | undefined;
  /** The unread bytes of the latest body; infinite if only its last chunk tells. */
  #unread = 0;

  constructor(input: Input, limits: Limits, isSecure: boolean) {
    this.#input = input;
    this.#limits = limits;
    this.#isSecure = isSecure;
  }

  /** Returns the head of the next request; undefined if it is incomplete. */
  nextHead(): Head | Refusal | undefined {
    this.skip();
    if (this.isEmpty) return undefined;
    this.#head ??= new HeadReader(this.#limits, this.#isSecure);
    const head = this.#head.read(this.#input);
    if (head === undefined || head instanceof Refusal) return head;
    this.#head = undefined;
    if (!(head.framing instanceof Refusal)) this.#unread = head.framing.length;
    return head;
  }

  /** The known part of a head that is incomplete. */
  get known(): Partial<RequestHead> | undefined {
    return this.#head?.known;
  }

  /** Returns the body of that request; undefined if it is incomplete. */
  nextBody(): Uint8Array | Refusal | undefined {
    const bytes = Number.isFinite(this.#unread) ? this.#input.takeAll(this.#unread) : this.#readChunks();
    if (bytes === undefined || bytes instanceof Refusal) return bytes;
    this.#chunks = undefined;
    this.#unread = 0;
    return bytes;
  }

  #readChunks(): Uint8Array | Refusal | undefined {
    this.#chunks ??= new ChunkedBody(this.#limits);
    return this.#chunks.read(this.#input);
  }

  /** Skips what is not needed: the rest of a body that was answered without it, and empty lines. */
  skip(): void {
    if (this.#unread > 0) this.#unread -= this.#input.take(this.#unread).length;
    if (!this.#head) this.#input.skipEmptyLines();
  }

  /** True if everything has been read, except perhaps for half of an empty line. */
  get isEmpty(): boolean {
    return !this.#head && this.#input.isBlank;
  }

  /** True if the rest of a body that has to be skipped is longer than a body may be, or has no known end. */
  get mustClose(): boolean {
    return this.#unread > this.#limits.body;
  }

  /** True while part of a body is still to come, needed or not. */
  get isInBody(): boolean {
    return this.#unread > 0;
  }
}
