/** Percent-decoding of what a request target, which is ASCII, says of text that need not be. */

const encoder = new TextEncoder();
/** Lenient: to be told by an error that text is not UTF-8 takes as long as to decode some kilobytes. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** A stray `%`, or what is not ASCII; without them `decodeURIComponent` finds no fault. */
const NEEDS_BYTES = /%(?![0-7][0-9A-Fa-f])/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** A query name or value: `+` is a space, a stray `%` is itself, and bytes that are not UTF-8 become U+FFFD. */
export function decodeQuery(text: string): string {
  if (text.includes('+') || NEEDS_BYTES.test(text)) return decoder.decode(octets(text, SPACE));
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** A segment of a path; undefined where it is not UTF-8, percent-encoded, or holds a NUL. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (STRAY_PERCENT.test(text)) return undefined;
  const decoded = NEEDS_BYTES.test(text) ? decodeUtf8(octets(text, PLUS)) : decodeURIComponent(text);
  return decoded?.includes('\0') ? undefined : decoded;
}

/** Text that holds U+FFFD was either sent so or became so. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = decoder.decode(bytes);
  return text.includes('\uFFFD') && !isEncoded(text, bytes) ? undefined : text;
}

function isEncoded(text: string, sent: Uint8Array): boolean {
  const bytes = encoder.encode(text);
  return bytes.length === sent.length && bytes.every((byte, at) => byte === sent[at]);
}

/** The bytes that the text stands for, in which a plus sign stands for `plus`. */
function octets(text: string, plus: number): Uint8Array {
  const bytes = encoder.encode(text);
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

/** The octet that two hexadecimal digits write, given their codes as far as there are any; undefined where they are none. */
export function octetOf(high = 0, low = 0): number | undefined {
  const octet = digitOf(high) * 16 + digitOf(low);
  return octet < NONE ? octet : undefined;
}

function digitOf(code: number): number {
  return digits[code] ?? NONE;
}

/** More than an octet can be. */
const NONE = 256;
/** The digits by their codes. */
const digits = new Uint16Array(256).fill(NONE);
for (const digit of '0123456789ABCDEFabcdef') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
