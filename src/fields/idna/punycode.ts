import { codePointOf } from '../../text/strings.ts';

/**
 * Punycode: text of any script, in the letters, digits and hyphens of host names. Takes time quadratic in the length of the text,
 * so limit it first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3492
 */

// The parameters of RFC 3492, section 5.
const BASE = 36;
const MIN_THRESHOLD = 1;
const MAX_THRESHOLD = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const FIRST_CODE_POINT = 0x80;

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes lower-case Punycode without its `xn--`; undefined if it is invalid. */
export function decodePunycode(encoded: string): string | undefined {
  const hyphen = encoded.lastIndexOf('-');
  const codePoints = codePointsOf(encoded.slice(0, Math.max(hyphen, 0)));
  let bias = INITIAL_BIAS;
  let codePoint = FIRST_CODE_POINT;
  let place = 0;
  for (let at = hyphen + 1; at < encoded.length; place++) {
    const { delta, end } = readDelta(encoded, at, bias);
    const places = codePoints.length + 1;
    codePoint += Math.floor((place + delta) / places);
    if (!isCharacter(codePoint)) return undefined;
    bias = adapt(delta, places, at === hyphen + 1);
    place = (place + delta) % places;
    codePoints.splice(place, 0, codePoint);
    at = end;
  }
  return textOf(codePoints);
}

function textOf(codePoints: readonly number[]): string {
  let text = '';
  for (const codePoint of codePoints) text += String.fromCodePoint(codePoint);
  return text;
}

/** Encodes a text, without the prefix `xn--`. */
export function encodePunycode(text: string): string {
  const codePoints = codePointsOf(text);
  const basic = codePoints.filter((codePoint) => codePoint < FIRST_CODE_POINT);
  let encoded = basic.length > 0 ? `${textOf(basic)}-` : '';
  let bias = INITIAL_BIAS;
  let delta = 0;
  let done = basic.length;
  let reached = FIRST_CODE_POINT;
  for (const next of [...new Set(codePoints)].sort((a, b) => a - b)) {
    if (next < reached) continue;
    delta += (next - reached) * (done + 1);
    for (const codePoint of codePoints) {
      if (codePoint < next) delta++;
      if (codePoint !== next) continue;
      encoded += writeDelta(delta, bias);
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
    delta++;
    reached = next + 1;
  }
  return encoded;
}

/** Reads the variable-length integer at `at`; its delta is NaN if there is none. */
function readDelta(encoded: string, at: number, bias: number): { delta: number; end: number } {
  let delta = 0;
  let weight = 1;
  for (let end = at, k = BASE; ; k += BASE) {
    const digit = DIGITS.indexOf(encoded.charAt(end++));
    if (end > encoded.length || digit < 0) return { delta: Number.NaN, end };
    delta += digit * weight;
    const limit = threshold(k, bias);
    if (digit < limit) return { delta, end };
    weight *= BASE - limit;
  }
}

function writeDelta(delta: number, bias: number): string {
  let written = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const limit = threshold(k, bias);
    if (rest < limit) return written + DIGITS.charAt(rest);
    written += DIGITS.charAt(limit + ((rest - limit) % (BASE - limit)));
    rest = Math.floor((rest - limit) / (BASE - limit));
  }
}

/** The threshold at position `k`: a digit below it is the last. */
function threshold(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, MIN_THRESHOLD), MAX_THRESHOLD);
}

/** Adapts the bias to the size of the last delta: RFC 3492, section 6.1. */
function adapt(delta: number, places: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / places);
  let k = 0;
  for (; rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) / 2; k += BASE) {
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD));
  }
  return k + Math.floor((BASE * rest) / (rest + SKEW));
}

/** Excludes surrogates: two of them would form a character that was never encoded. */
function isCharacter(codePoint: number): boolean {
  return codePoint < 0xd800 || (codePoint > 0xdfff && codePoint <= 0x10ffff);
}

function codePointsOf(text: string): number[] {
  const codePoints: number[] = [];
  for (const character of text) codePoints.push(codePointOf(character));
  return codePoints;
}
