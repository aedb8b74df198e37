export const nothing: Buffer = Buffer.alloc(0);

/** What has come on a connection and has not been read yet. */
export class Input {
  #bytes = nothing;
  #text: string | undefined;
  /** Where in what is at hand reading goes on. */
  at = 0;

  add(chunk: Buffer): void {
    this.#bytes = this.isEmpty ? chunk : Buffer.concat([this.#bytes.subarray(this.at), chunk]);
    this.#text = undefined;
    this.at = 0;
  }

  get isEmpty(): boolean {
    return this.at === this.#bytes.length;
  }

  /** Whether nothing is at hand but what may become an empty line. */
  get isBlank(): boolean {
    return this.isEmpty || (this.at === this.#bytes.length - 1 && this.#bytes[this.at] === 0x0d);
  }

  /** What is at hand, a character for each byte. */
  get text(): string {
    this.#text ??= this.#bytes.toString('latin1');
    return this.#text;
  }

  /** Takes so many bytes, or as many as there are. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.at, this.at + count);
    this.at += taken.length;
    return taken;
  }

  /** Empty lines before a request are no part of it (RFC 9112, 2.2). */
  skipEmptyLines(): void {
    while (this.#bytes[this.at] === 0x0d && this.#bytes[this.at + 1] === 0x0a) this.at += 2;
  }

  /** Keeps the little that waits for the rest of it, and not the much that it came with. */
  compact(): void {
    this.#text = undefined;
    if (this.at === 0) return;
    this.#bytes = this.isEmpty ? nothing : Buffer.from(this.#bytes.subarray(this.at));
    this.at = 0;
  }
}
