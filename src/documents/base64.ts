import type { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { text } from '../fields/text.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { wrong } from './checks.ts';
import { lengthIn, type Schema } from './schema.ts';

/** Makes the field of bytes that pydantic reads from Base64, with either alphabet. Bounds count the bytes that it stands for. */
export function encodedBytesField(schema: Schema): AnyField {
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  return derive(text(), {
    parse(raw) {
      if (typeof raw !== 'string') return wrong('bytes_type', raw);
      const decoded = decode(raw);
      if (typeof decoded === 'string') return invalid(raw, decoded);
      if (minLength !== undefined && decoded < minLength) return wrong('bytes_too_short', raw, { minLength });
      return maxLength !== undefined && decoded > maxLength
        ? wrong('bytes_too_long', raw, { maxLength })
        : raw;
    },
    typeName: () => ((minLength ?? maxLength) === undefined ? 'bytes' : 'constrained-bytes'),
    samples: () => ({
      accepted: [minLength, maxLength, 4].map((length) => sampleOf(length ?? 1)),
      refused: ['YQ=a', 'Y', sampleOf((minLength ?? 0) - 1), sampleOf((maxLength ?? 0) + 1)],
    }),
    takesAnyText: false,
  });
}

function invalid(raw: string, encodingError: string): Issues {
  return wrong('bytes_invalid_encoding', raw, { encodingError });
}

/** The longest sample, in bytes. */
const MAX_SAMPLE = 10_000;

/** The Base64 of some bytes. */
function sampleOf(length: number): string {
  const bytes = Math.min(Math.max(length, 0), MAX_SAMPLE);
  const rest = bytes % GROUP_BYTES;
  return 'YWFh'.repeat(Math.floor(bytes / GROUP_BYTES)) + ['', 'YQ==', 'YWE='][rest];
}

const GROUP = 4;
const GROUP_BYTES = 3;
const PADDING = 0x3d;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const URL_DIGITS: Alphabet = valuesOf(`${DIGITS}-_`);
const STANDARD_DIGITS: Alphabet = valuesOf(`${DIGITS}+/`);

/** The values of digits, by their codes. */
type Alphabet = ReadonlyMap<number, number>;

function valuesOf(digits: string): Alphabet {
  return new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
}

/** Returns the number of bytes that a text stands for, or what is wrong with it, in the words of the crate `base64`. */
function decode(text: string): number | string {
  const bytes = encodeUtf8(text);
  const decoded = decodeWith(bytes, URL_DIGITS);
  return typeof decoded === 'string' && OTHER_DIGIT.test(decoded)
    ? decodeWith(bytes, STANDARD_DIGITS)
    : decoded;
}

/** The fault that is a plus sign or a slash, with which the other alphabet is tried. */
const OTHER_DIGIT = /^Invalid symbol (?:43|47),/;

function decodeWith(bytes: Uint8Array, alphabet: Alphabet): number | string {
  const { length } = bytes;
  const last = bytes[length - 1];
  // A line end after all is reported first.
  if (length % GROUP === 1 && last !== PADDING && !alphabet.has(Number(last)))
    return symbol(bytes, length - 1);
  const start = Math.max(length - (length % GROUP || GROUP), 0);
  const wrongAt = bytes.subarray(0, start).findIndex((byte) => !alphabet.has(byte));
  if (wrongAt !== -1) return symbol(bytes, wrongAt);
  return decodeLast(bytes, start, alphabet, (start / GROUP) * GROUP_BYTES);
}

/** Decodes the last group, of up to four digits and padding. Padding may be missing. */
function decodeLast(bytes: Uint8Array, start: number, alphabet: Alphabet, before: number): number | string {
  const group = bytes.subarray(start);
  const padding = group.indexOf(PADDING);
  const digits = padding === -1 ? group : group.subarray(0, padding);
  const wrongAt = digits.findIndex((byte) => !alphabet.has(byte));
  if (wrongAt !== -1) return symbol(bytes, start + wrongAt);
  const isCut = padding !== -1 && (padding < 2 || group.subarray(padding).some((byte) => byte !== PADDING));
  if (isCut) return symbol(bytes, start + padding);
  const count = digits.length;
  if (bytes.length > 0 && count < 2) return `Invalid input length: ${start + count}`;
  const end = start + count - 1;
  const unused = Number(alphabet.get(Number(bytes[end]))) & Number(unusedBits[count]);
  return unused !== 0
    ? `Invalid last symbol ${bytes[end]}, offset ${end}.`
    : before + Math.floor((count * GROUP_BYTES) / GROUP);
}

/** The bits of the last digit that no byte uses, by the number of digits in the last group. */
const unusedBits: readonly number[] = [0, 0, 0b1111, 0b11, 0];

function symbol(bytes: Uint8Array, at: number): string {
  return `Invalid symbol ${bytes[at]}, offset ${at}.`;
}
