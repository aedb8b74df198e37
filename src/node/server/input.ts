import { GrowingBuffer, noBytes } from './buffer.ts';

/** The bytes that have come on a connection and have not been read yet. */
export class Input {
  readonly #buffer = new GrowingBuffer();
  #text: string | undefined;
  /** The place in what is at hand at which reading goes on. */
  at = 0;

  add(chunk: Buffer): void {
    if (this.isEmpty) this.#keep(chunk);
    else this.#buffer.add(chunk);
    this.#text = undefined;
  }

  get isEmpty(): boolean {
    return this.at === this.#buffer.length;
  }

  /** True where nothing is at hand but what may become an empty line. */
  get isBlank(): boolean {
    return this.isEmpty || (this.at === this.#buffer.length - 1 && this.#buffer.byteAt(this.at) === CR);
  }

  /** The bytes at hand, a character for each. */
  get text(): string {
    this.#text ??= this.textFrom(0);
    return this.#text;
  }

  /** The same from a place on. */
  textFrom(start: number): string {
    return this.#text?.slice(start) ?? this.#buffer.textFrom(start);
  }

  /** Takes so many bytes, or as many as there are. */
  take(count: number): Buffer {
    const taken = this.#buffer.slice(this.at, this.at + count);
    this.at += taken.length;
    return taken;
  }

  /** Takes so many bytes as soon as all of them are there. */
  takeAll(count: number): Buffer | undefined {
    return this.#buffer.length - this.at < count ? undefined : this.take(count);
  }

  /** Empty lines before a request are no part of it (RFC 9112, 2.2). */
  skipEmptyLines(): void {
    while (this.#buffer.byteAt(this.at) === CR && this.#buffer.byteAt(this.at + 1) === LF) this.at += 2;
  }

  /** Keeps the little that waits for the rest of it, and not the much that it came with. */
  compact(): void {
    this.#text = undefined;
    if (this.at > 0) this.#keep(this.isEmpty ? noBytes : Buffer.from(this.take(this.#buffer.length)));
  }

  #keep(bytes: Buffer): void {
    this.#buffer.replace(bytes);
    this.at = 0;
  }
}

const CR = 0x0d;
const LF = 0x0a;
