import type { Refusal } from '../../contract/refusal.ts';
import { type Input, nothing } from './input.ts';

/** A body that is being read. */
export interface Body {
  /** Reads on; gives the bytes of the body as soon as all of them have come. */
  read(input: Input): Uint8Array | Refusal | undefined;
}

/** A body of so many bytes. */
export class SizedBody implements Body {
  readonly #length: number;
  readonly #pieces = new BodyBuffer();

  constructor(length: number) {
    this.#length = length;
  }

  read(input: Input): Uint8Array | undefined {
    this.#pieces.add(input.take(this.#length - this.#pieces.length));
    return this.#pieces.length === this.#length ? this.#pieces.bytes : undefined;
  }
}

/** Bytes that come in pieces, of which a client can make as many as there are bytes: they are kept as one. */
export class BodyBuffer {
  #bytes = nothing;
  length = 0;

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (this.length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      piece.copy(this.#bytes, this.length);
    }
    this.length = length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(least: number): void {
    const room = Buffer.alloc(Math.max(least, 2 * this.#bytes.length));
    this.bytes.copy(room);
    this.#bytes = room;
  }
}
