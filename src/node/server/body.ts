import type { Refusal } from '../../contract/refusal.ts';
import { GrowingBuffer } from './buffer.ts';
import type { Input } from './input.ts';

/** A body that is being read. */
export interface Body {
  /** Reads on, and returns the body as soon as all of it has come. */
  read(input: Input): Uint8Array | Refusal | undefined;
}

/** A body of so many bytes. */
export class SizedBody implements Body {
  readonly #length: number;
  readonly #content = new GrowingBuffer();

  constructor(length: number) {
    this.#length = length;
  }

  read(input: Input): Uint8Array | undefined {
    this.#content.add(input.take(this.#length - this.#content.length));
    return this.#content.length === this.#length ? this.#content.slice(0, this.#length) : undefined;
  }
}
