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
    const octet = text[at] === '%' ? escaped(text, at) : undefined;
    bytes[length] = octet ?? text.charCodeAt(at);
    if (octet !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

function escaped(text: string, at: number): number | undefined {
  const digits = text.slice(at + 1, at + 3);
  return /^[0-9A-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
