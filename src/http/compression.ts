import type { Coding } from './coding.ts';

/** The codings that make texts shorter on their way. */
export interface Compression {
  /** The codings that it knows, the shortest first; the last is `identity`. */
  readonly codings: readonly Coding[];
  /** Writes a text in one of them. */
  compress(text: string, coding: Coding): Promise<Uint8Array>;
}

/** The compression of the Streams standard, where a runtime has it. */
export const webCompression: Compression = {
  codings: 'CompressionStream' in globalThis ? ['gzip', 'identity'] : ['identity'],
  async compress(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};
