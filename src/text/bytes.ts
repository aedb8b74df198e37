/**
 * Returns the next position of a sequence of bytes, or -1. This takes linear time if the sequence does not contain its first byte
 * again, since possible matches cannot overlap then; otherwise up to that time multiplied by the length of the sequence.
 */
export function indexOfBytes(bytes: Uint8Array, sequence: Uint8Array, from: number): number {
  const [first = 0] = sequence;
  let at = indexOfByte(bytes, first, from);
  while (at !== -1 && !hasBytesAt(bytes, sequence, at)) at = indexOfByte(bytes, first, at + 1);
  return at;
}

/** Checks for a sequence of bytes at this position. */
export function hasBytesAt(bytes: Uint8Array, sequence: Uint8Array, at: number): boolean {
  for (let index = 0; index < sequence.length; index++)
    if (bytes[at + index] !== sequence[index]) return false;
  return true;
}

/** Returns the next position of a byte, or -1. One that is near is found faster without a call of `indexOf`. */
function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  const far = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < far; at++) if (bytes[at] === byte) return at;
  return bytes.indexOf(byte, far);
}

const NEAR = 16;

const encoder = new TextEncoder();
const unmarkedDecoder = new TextDecoder();
const markedDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const REPLACEMENT_CHARACTER = '\ufffd';

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The most bytes that UTF-8 needs for a code unit. */
export const BYTES_PER_UNIT = 3;

/** The length up to which a text is encoded into an array that is there: a new one takes far longer. */
const SHORT = 2048;
const scratch = new Uint8Array(BYTES_PER_UNIT * SHORT);

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  return text.length > SHORT ? encodeUtf8(text).length : encoder.encodeInto(text, scratch).written;
}

/** Returns as much of a text as takes at most this many bytes in UTF-8. */
export function firstBytes(text: string, max: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);
}

const ASCII_ONLY = /^[\0-\x7f]*$/;

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

/** Percent-decoding of request targets, which are ASCII, but can encode any text. */

/** A stray `%`, or an escaped byte outside ASCII. Without them, `decodeURIComponent` never fails. */
const NEEDS_BYTES = /%(?![0-7][0-9A-Fa-f])/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** Decodes a query name or value: `+` is a space, a stray `%` is itself, and bytes that are not UTF-8 become U+FFFD. */
export function decodeQuery(text: string): string {
  const hasPlus = text.includes('+');
  if (!hasPlus && !text.includes('%')) return text;
  return hasPlus || NEEDS_BYTES.test(text) ? repairUtf8(octets(text, SPACE)) : decodeURIComponent(text);
}

/** Decodes a segment of a path; undefined if it is not percent-encoded UTF-8, or contains a NUL. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (STRAY_PERCENT.test(text)) return undefined;
  const decoded = NEEDS_BYTES.test(text) ? decodeUtf8WithMark(octets(text, PLUS)) : decodeURIComponent(text);
  return typeof decoded === 'string' && !decoded.includes('\0') ? decoded : undefined;
}

/** Returns the bytes that a text encodes. A plus sign in it stands for `plus`. */
function octets(text: string, plus: number): Uint8Array {
  const bytes = encodeUtf8(text);
  let length = 0;
  for (let at = 0, byte = bytes[at]; byte !== undefined; byte = bytes[++at], length++) {
    const octet = byte === PERCENT ? octetOf(bytes[at + 1], bytes[at + 2]) : undefined;
    if (octet !== undefined) at += 2;
    bytes[length] = octet ?? (byte === PLUS ? plus : byte);
  }
  return bytes.subarray(0, length);
}

const SPACE = 0x20;
const PERCENT = 0x25;
const PLUS = 0x2b;

/** Returns the byte that two hexadecimal digits write, from their codes; undefined if they are not digits. */
function octetOf(high = 0, low = 0): number | undefined {
  const octet = digitOf(high) * 16 + digitOf(low);
  return octet < NONE ? octet : undefined;
}

function digitOf(code: number): number {
  return Number(digits[code]);
}

/** More than any byte. */
const NONE = 256;
/** The values of digits, by their codes. */
const digits = new Uint16Array(256).fill(NONE);
for (const digit of '0123456789ABCDEFabcdef') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Encodes bytes in Base64, however many there are: as arguments of one call, some tens of thousands would fill the stack. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Decodes Base64. Throws an error if a text is not Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 = decode }: Decoder = Uint8Array;
  return fromBase64(text);
}

/** `Uint8Array` in runtimes that decode Base64 themselves: Workers, where time is short, Deno, Bun, and Node from 25 on. */
type Decoder = typeof Uint8Array & { readonly fromBase64?: typeof decode };

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
