const encoder = new TextEncoder();
const unmarkedDecoder = new TextDecoder();
const markedDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const REPLACEMENT_CHARACTER = '\ufffd';

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8 as browsers do: malformed bytes become U+FFFD. A byte order mark is a character like any other. */
export function repairUtf8(bytes: Uint8Array): string {
  return markedDecoder.decode(bytes);
}

/**
 * Decodes UTF-8 strictly, without its byte order mark. Returns the offset of the first invalid byte, or of the end if the text is
 * cut off. The decoder repairs the text, and the bytes are checked only if it may have done so: a decoder that throws takes as long
 * as the rest of a request.
 */
export function decodeUtf8(bytes: Uint8Array, decoder = unmarkedDecoder): string | number {
  const text = decoder.decode(bytes);
  return (text.includes(REPLACEMENT_CHARACTER) ? faultOffset(bytes) : undefined) ?? text;
}

/** The same, but a byte order mark is a character like any other. */
export function decodeUtf8WithMark(bytes: Uint8Array): string | number {
  return decodeUtf8(bytes, markedDecoder);
}

/** Returns the offset of the first byte that no well-formed sequence has there (the Unicode Standard, table 3-7). */
function faultOffset(bytes: Uint8Array): number | undefined {
  let following = 0;
  let least = 0x80;
  let most = 0xbf;
  // An iterator over the bytes takes eight times as long.
  for (let at = 0; at < bytes.length || following > 0; at++) {
    // No byte follows the last one, and no sequence contains a NUL.
    const byte = bytes[at] ?? 0;
    if (following > 0) {
      if (byte < least || byte > most) return at;
      following--;
    } else {
      following = followers(byte);
      if (following < 0) return at;
    }
    least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    most = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
  }
  return undefined;
}

/** Returns the number of bytes that follow this one in a sequence; -1 if it does not begin one. */
function followers(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}
