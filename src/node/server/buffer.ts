export const noBytes: Buffer = Buffer.alloc(0);

/** Bytes that come in pieces, of which a client can make as many as there are bytes: they are kept as one. */
export class GrowingBuffer {
  #bytes = noBytes;
  length = 0;

  /** Keeps a piece behind the others; the first is not copied. */
  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (this.length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      piece.copy(this.#bytes, this.length);
    }
    this.length = length;
  }

  /** Keeps nothing but this. */
  replace(bytes: Buffer): void {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  /** The bytes from a place on, up to another. */
  slice(start: number, end: number): Buffer {
    return this.#bytes.subarray(start, Math.min(end, this.length));
  }

  /** A character for each byte from a place on. */
  textFrom(start: number): string {
    return this.#bytes.toString('latin1', start, this.length);
  }

  byteAt(place: number): number | undefined {
    return place < this.length ? this.#bytes[place] : undefined;
  }

  #grow(min: number): void {
    const bytes = Buffer.alloc(Math.max(min, 2 * this.#bytes.length));
    this.#bytes.copy(bytes, 0, 0, this.length);
    this.#bytes = bytes;
  }
}
