import type { Coding } from './coding.ts';

/** A way to compress texts. */
export interface Compression {
  /** The supported codings, the most compact first; the last is `identity`. */
  readonly codings: readonly Coding[];
  /** Encodes a text in one of them. */
  compress(text: string, coding: Coding): Promise<Uint8Array>;
}

/** The compression of the Streams standard, if the runtime has it. */
export const webCompression: Compression = {
  get codings(): readonly Coding[] {
    return 'CompressionStream' in globalThis ? ['gzip', 'identity'] : ['identity'];
  },
  async compress(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};
