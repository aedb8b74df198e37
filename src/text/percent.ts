import { encodeUtf8, repairUtf8 } from './utf8.ts';

/** Percent-decoding of request targets, which are ASCII, but can encode any text. */

/** A stray `%`, or an escaped byte outside ASCII. Without them, `decodeURIComponent` never fails. */
const NEEDS_BYTES = /%(?![0-7][0-9A-Fa-f])/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** Decodes a query name or value: `+` is a space, a stray `%` is itself, and bytes that are not UTF-8 become U+FFFD. */
export function decodeQuery(text: string): string {
  if (text.includes('+') || NEEDS_BYTES.test(text)) return repairUtf8(octets(text, SPACE));
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** Decodes a segment of a path; undefined if it is not percent-encoded UTF-8, or contains a NUL. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (STRAY_PERCENT.test(text)) return undefined;
  const decoded = NEEDS_BYTES.test(text) ? decodeUtf8(octets(text, PLUS)) : decodeURIComponent(text);
  return decoded?.includes('\0') ? undefined : decoded;
}

/**
 * Decodes UTF-8; undefined if it is malformed. A U+FFFD in the text was either sent, or stands for malformed bytes. A decoder that
 * throws an error for them takes as long as decoding some kilobytes.
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = repairUtf8(bytes);
  return text.includes('\uFFFD') && !isEncoded(text, bytes) ? undefined : text;
}

function isEncoded(text: string, sent: Uint8Array): boolean {
  const bytes = encodeUtf8(text);
  return bytes.length === sent.length && bytes.every((byte, at) => byte === sent[at]);
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
export function octetOf(high = 0, low = 0): number | undefined {
  const octet = digitOf(high) * 16 + digitOf(low);
  return octet < NONE ? octet : undefined;
}

function digitOf(code: number): number {
  return digits[code] ?? NONE;
}

/** More than any byte. */
const NONE = 256;
/** The values of digits, by their codes. */
const digits = new Uint16Array(256).fill(NONE);
for (const digit of '0123456789ABCDEFabcdef') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
