import { wrong } from '../../errors/issue.ts';
import type { IssueType } from '../../errors/table.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { trimAsRust } from '../../text/scan.ts';
import { type Bounds, describeBounds, within } from '../bounds.ts';
import type { FieldDefinition } from '../definition.ts';
import { CONVERTED } from '../fit.ts';
import { integerSamples } from '../samples/number.ts';

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
  return raw.isWhole ? BigInt(raw.text) : ofDouble(raw.double);
}

function ofDouble(value: number): number | bigint | IssueType {
  if (Number.isSafeInteger(value)) return value + 0;
  if (!Number.isFinite(value)) return 'finite_number';
  if (!Number.isInteger(value)) return 'int_from_float';
  return Math.abs(value) < INT64_LIMIT ? BigInt(value) : 'int_parsing_size';
}

function integerOf(raw: string): number | bigint | IssueType {
  const text = trimAsRust(raw);
  if (!INTEGER.test(text)) return 'int_parsing';
  const [digits = ''] = text.replaceAll('_', '').split('.');
  const significant = digits.replace(LEADING_ZEROS, '');
  if (significant.length > MAX_DIGITS) return PLAIN.test(raw) ? 'int_parsing_size' : 'int_parsing';
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value + 0 : BigInt(digits.replace(/^\+/, ''));
}

/**
 * Digits with single underscores between them (any number after a leading zero), and zeros after a point. Linear: a repetition
 * never matches what follows it, except for the last of several zeros.
 */
const INTEGER = /^[+-]?(?:0(?:[0_]*0)?|(?:0[0_]*)?[1-9][0-9]*(?:_[0-9]+)*)(?:\.0+)?$/;
const PLAIN = /^-?[1-9][0-9]*$/;
const LEADING_ZEROS = /^[+-]?0*/;
const MAX_DIGITS = 4300;
const INT64_LIMIT = 2 ** 63;
