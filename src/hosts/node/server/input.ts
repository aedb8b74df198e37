const CR = 0x0d;
const LF = 0x0a;
const noBytes: Buffer = Buffer.alloc(0);

/**
 * Bytes that arrive in pieces, as many as there are bytes if the client is hostile. They are stored together, and read from the
 * beginning.
 */
export class Input {
  #bytes = noBytes;
  #end = 0;
  #text: string | undefined;
  /** The position of the next byte to read. */
  at = 0;

  /** Adds a piece. It is not copied if all others have been read. */
  add(piece: Buffer): void {
    if (this.isEmpty) this.#keep(piece);
    else this.#append(piece);
    this.#text = undefined;
  }

  /** The number of unread bytes. */
  get length(): number {
    return this.#end - this.at;
  }

  get isEmpty(): boolean {
    return this.at === this.#end;
  }

  /** True if nothing is left except for what may become an empty line. */
  get isBlank(): boolean {
    return this.isEmpty || (this.at === this.#end - 1 && this.#bytes[this.at] === CR);
  }

  /** The bytes as text, with a character for each. */
  get text(): string {
    this.#text ??= this.#bytes.toString('latin1', 0, this.#end);
    return this.#text;
  }

  /** Returns this text from a position on. */
  textFrom(start: number): string {
    return this.#text?.slice(start) ?? this.#bytes.toString('latin1', start, this.#end);
  }

  /** Takes up to this many bytes. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.at, Math.min(this.at + count, this.#end));
    this.at += taken.length;
    return taken;
  }

  /**
   * Takes this many bytes if all of them have arrived. Makes a `Uint8Array`, because slicing a `Buffer` is slow in
   * JavaScriptCore.
   */
  takeAll(count: number): Uint8Array | undefined {
    if (this.#end - this.at < count) return undefined;
    const start = this.#bytes.byteOffset + this.at;
    this.at += count;
    return new Uint8Array(this.#bytes.buffer, start, count);
  }

  /** Skips empty lines, which are not part of a request (RFC 9112, 2.2). */
  skipEmptyLines(): void {
    while (this.#end - this.at > 1 && this.#bytes[this.at] === CR && this.#bytes[this.at + 1] === LF)
      this.at += 2;
  }

  /** Copies the few bytes that are left, to release the many that they arrived with. */
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
