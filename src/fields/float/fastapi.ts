import { wrong } from '../../issues/issue.ts';
import type { IssueType } from '../../issues/table.ts';
import { InexactNumber } from '../../json/inexact-number.ts';
import { trimAsRust } from '../../text/trim-unicode.ts';
import { type Bounds, describeBounds, within } from '../bounds.ts';
import type { FieldDefinition } from '../definition.ts';
import { CONVERTED, EXACT, type Exactness, NEAR } from '../fit.ts';
import { floatSamples } from '../samples/number.ts';

/** A number as FastAPI reads it: from a number, a boolean or text, with infinities and what is no number at all. */
export function fastapiFloat(bounds: Bounds): FieldDefinition<number> {
  return {
    parse(raw, fit) {
      fit?.lower(exactness(raw));
      const value = read(raw);
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

/** The value, or the type of the issue. A JSON number without a point is an integer, which has no negative zero. */
function read(raw: unknown): number | IssueType {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'boolean') return Number(raw);
  if (raw instanceof InexactNumber) return raw.double;
  return typeof raw === 'string' ? ofText(raw) : 'float_type';
}

/** Underscores stand between any two characters, but then no white space around them. */
function ofText(raw: string): number | IssueType {
  const value = spelt(trimAsRust(raw));
  if (value !== undefined) return value;
  const isStripped = raw.includes('_') && !MISPLACED.test(raw);
  return (isStripped ? spelt(raw.replaceAll('_', '')) : undefined) ?? 'float_parsing';
}

function spelt(text: string): number | undefined {
  if (SPELLING.test(text)) return Number(text);
  const [, sign, word] = WORD.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (word.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Takes linear time: no repetition can match a character that its neighbour could match as well. */
const SPELLING = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const WORD = /^([+-]?)(nan|inf|infinity)$/i;
const MISPLACED = /^_|__|_$/;

/** As pydantic: without a number `null`, large ones with an exponent, and a point in any case. */
function write(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  if (Object.is(value, -0)) return '-0.0';
  if (Math.abs(value) >= LEAST_WITH_EXPONENT) return value.toExponential();
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

const LEAST_WITH_EXPONENT = 1e16;
