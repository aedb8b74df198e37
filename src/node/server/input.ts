const CR = 0x0d;
const LF = 0x0a;
const noBytes: Buffer = Buffer.alloc(0);

/**
 * Bytes that come in pieces, of which a client can make as many as there are bytes. They are kept as one, and read from its
 * beginning on.
 */
export class Input {
  #bytes = noBytes;
  #end = 0;
  #text: string | undefined;
  /** The place at which reading goes on. */
  at = 0;

  /** Keeps a piece behind the others. The first is not copied. */
  add(piece: Buffer): void {
    if (this.isEmpty) this.#keep(piece);
    else this.#append(piece);
    this.#text = undefined;
  }

  /** The number of bytes that have not been read. */
  get length(): number {
    return this.#end - this.at;
  }

  get isEmpty(): boolean {
    return this.at === this.#end;
  }

  /** True where nothing is left but what may become an empty line. */
  get isBlank(): boolean {
    return this.isEmpty || (this.at === this.#end - 1 && this.#bytes[this.at] === CR);
  }

  /** The bytes at hand, a character for each. */
  get text(): string {
    this.#text ??= this.#bytes.toString('latin1', 0, this.#end);
    return this.#text;
  }

  /** The same from a place on. */
  textFrom(start: number): string {
    return this.#text?.slice(start) ?? this.#bytes.toString('latin1', start, this.#end);
  }

  /** Takes so many bytes, or as many as there are. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.at, Math.min(this.at + count, this.#end));
    this.at += taken.length;
    return taken;
  }

  /** Takes so many bytes as soon as all of them are there. JavaScriptCore takes long to make a part of a `Buffer`. */
  takeAll(count: number): Uint8Array | undefined {
    if (this.#end - this.at < count) return undefined;
    const start = this.#bytes.byteOffset + this.at;
    this.at += count;
    return new Uint8Array(this.#bytes.buffer, start, count);
  }

  /** Empty lines before a request are no part of it (RFC 9112, 2.2). */
  skipEmptyLines(): void {
    while (this.#end - this.at > 1 && this.#bytes[this.at] === CR && this.#bytes[this.at + 1] === LF)
      this.at += 2;
  }

  /** Keeps the little that waits for the rest of it, and not the much that it came with. */
  compact(): void {
    this.#text = undefined;
    if (this.at > 0) this.#keep(this.isEmpty ? noBytes : Buffer.from(this.take(this.length)));
  }

  #keep(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#end = bytes.length;
    this.at = 0;
  }

  #append(piece: Buffer): void {
    const end = this.#end + piece.length;
    if (end > this.#bytes.length) this.#grow(end);
    piece.copy(this.#bytes, this.#end);
    this.#end = end;
  }

  #grow(min: number): void {
    const bytes = Buffer.alloc(Math.max(min, 2 * this.#bytes.length));
    this.#bytes.copy(bytes, 0, 0, this.#end);
    this.#bytes = bytes;
  }
}
