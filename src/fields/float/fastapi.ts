import { wrong } from '../../errors/issue.ts';
import type { IssueType } from '../../errors/table.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { trimAsRust } from '../../text/scan.ts';
import { type Bounds, describeBounds, within } from '../bounds.ts';
import type { FieldDefinition } from '../definition.ts';
import { CONVERTED, EXACT, type Exactness, NEAR } from '../fit.ts';
import { floatSamples } from '../samples/number.ts';

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
  const value = spelt(trimAsRust(raw));
  if (value !== undefined) return value;
  const isStripped = raw.includes('_') && !MISPLACED.test(raw);
  return (isStripped ? spelt(raw.replaceAll('_', '')) : undefined) ?? 'float_parsing';
}

function spelt(text: string): number | undefined {
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
