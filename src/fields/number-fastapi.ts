import { wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { trimAsRust } from '../text/scan.ts';
import { type Bounds, describeBounds, floatSamples, integerSamples, within } from './bounds.ts';
import type { FieldDefinition } from './field.ts';
import { CONVERTED, EXACT, type Exactness, NEAR } from './fit.ts';

/**
 * An integer as FastAPI reads it: of any length, from a boolean, a number without a fraction, or text. It is a bigint where a
 * double would round it, and is read from one too, since what handlers return is checked.
 */
export function fastapiInteger(bounds: Bounds): FieldDefinition<number | bigint> {
  return {
    parse(raw, fit) {
      if (!isExact(raw)) fit?.lower(CONVERTED);
      const value = readInteger(raw);
      return typeof value === 'string' ? wrong(value, raw) : within(bounds, value, raw);
    },
    write: String,
    describe: () => ({ type: 'integer', ...describeBounds(bounds) }),
    samples: () => integerSamples(bounds),
    typeName: () => (Object.keys(bounds).length > 0 ? 'constrained-int' : 'int'),
  };
}

function isExact(raw: unknown): boolean {
  return typeof raw === 'number' || typeof raw === 'bigint' || (raw instanceof InexactNumber && raw.isWhole);
}

/** Returns the value, or the type of the issue. */
function readInteger(raw: unknown): number | bigint | IssueType {
  if (typeof raw === 'number') return ofDouble(raw);
  if (typeof raw === 'string') return integerOf(raw);
  if (typeof raw === 'boolean') return Number(raw);
  if (typeof raw === 'bigint') return raw;
  if (!(raw instanceof InexactNumber)) return 'int_type';
  if (!raw.isWhole) return ofDouble(raw.double);
  return raw.text.length > MAX_DIGITS + 1 ? 'int_parsing_size' : BigInt(raw.text);
}

function ofDouble(value: number): number | bigint | IssueType {
  if (Number.isSafeInteger(value)) return value + 0;
  if (!Number.isFinite(value)) return 'finite_number';
  if (!Number.isInteger(value)) return 'int_from_float';
  return Math.abs(value) < INT64_LIMIT ? BigInt(value) : 'int_parsing_size';
}

function integerOf(raw: string): number | bigint | IssueType {
  const text = trimAsRust(raw);
  const [whole, following = ''] = INTEGER.exec(text) ?? [];
  if (whole === undefined || MISPLACED.test(following)) return 'int_parsing';
  const [digits = ''] = text.replaceAll('_', '').split('.');
  const significant = digits.replace(LEADING_ZEROS, '');
  if (significant.length > MAX_DIGITS) return PLAIN.test(raw) ? 'int_parsing_size' : 'int_parsing';
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value + 0 : BigInt(digits.replace(/^\+/, ''));
}

/**
 * Digits with underscores between them, and zeros after a point. After other digits than a leading zero, which are the first group, only
 * one underscore may stand at a time. Linear: a repetition never matches what follows it, except for the last of several zeros.
 */
const INTEGER = /^[+-]?(?:0(?:[0_]*0)?|(?:0[0_]*)?([1-9][0-9_]*))(?:\.0+)?$/;
const PLAIN = /^-?[1-9][0-9]*$/;
const LEADING_ZEROS = /^[+-]?0*/;
const MAX_DIGITS = 4300;
const INT64_LIMIT = 2 ** 63;

/** A number as FastAPI reads it: from a number, a boolean or text, including NaN and the infinities. */
export function fastapiFloat(bounds: Bounds): FieldDefinition<number> {
  return {
    parse(raw, fit) {
      fit?.lower(exactness(raw));
      const value = readFloat(raw);
      return typeof value === 'string' ? wrong(value, raw) : within(bounds, value, raw);
    },
    write,
    describe: () => ({ type: 'number', ...describeBounds(bounds) }),
    samples: () => floatSamples(bounds),
    typeName: () => (Object.keys(bounds).length > 0 ? 'constrained-float' : 'float'),
  };
}

function exactness(raw: unknown): Exactness {
  if (typeof raw === 'string' || typeof raw === 'boolean') return CONVERTED;
  return Number.isInteger(raw) || (raw instanceof InexactNumber && raw.isWhole) ? NEAR : EXACT;
}

/** Returns the value, or the type of the issue. */
function readFloat(raw: unknown): number | IssueType {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'boolean') return Number(raw);
  if (raw instanceof InexactNumber) return raw.double;
  return typeof raw === 'string' ? floatOf(raw) : 'float_type';
}

/** Reads text. Underscores may stand between any two characters, but not together with white space around the text. */
function floatOf(raw: string): number | IssueType {
  const value = numberIn(trimAsRust(raw));
  if (value !== undefined) return value;
  const isStripped = raw.includes('_') && !MISPLACED.test(raw);
  return (isStripped ? numberIn(raw.replaceAll('_', '')) : undefined) ?? 'float_parsing';
}

function numberIn(text: string): number | undefined {
  if (FLOAT.test(text)) return Number(text);
  const [, sign, word] = WORD.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (word.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const FLOAT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const WORD = /^([+-]?)(nan|inf|infinity)$/i;
const MISPLACED = /^_|__|_$/;

/**
 * Writes a number as pydantic does: NaN and infinities as `null`, large numbers with an exponent, others with a point or an
 * exponent.
 */
function write(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  if (Object.is(value, -0)) return '-0.0';
  if (Math.abs(value) >= LEAST_WITH_EXPONENT) return value.toExponential();
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

const LEAST_WITH_EXPONENT = 1e16;
