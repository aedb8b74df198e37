/** Percent-decoding of what a request target, which is ASCII, says of text that need not be. */

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const plain = /^[!-$&-*,-~]*$/;
/** ASCII, escaped or not: `decodeURIComponent` finds no fault with it. */
const ascii = /^(?:[ -$&-~]|%[0-7][0-9A-Fa-f])*$/;

/** A query name or value: `+` is a space, a stray `%` is itself, and bytes that are not UTF-8 become U+FFFD. */
export function decodeQuery(text: string): string {
  if (plain.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  return ascii.test(spaced) ? decodeURIComponent(spaced) : lenient.decode(octets(spaced));
}

/** A segment of a path; undefined where it is not UTF-8, percent-encoded, or holds a NUL. */
export function decodeSegment(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})|%00/.test(text)) return undefined;
  try {
    return strict.decode(octets(text));
  } catch {
    return undefined;
  }
}

/** The bytes that the text stands for. */
function octets(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++, length++) {
    const code = text.charCodeAt(at);
    const octet = code === PERCENT ? escaped(text, at) : undefined;
    bytes[length] = octet ?? code;
    if (octet !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

const PERCENT = 0x25;

function escaped(text: string, at: number): number | undefined {
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
