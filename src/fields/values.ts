import { InexactNumber } from '../text/json/reader.ts';
import type { LabelOption } from './label.ts';

/**
 * The values that a field accepts: `strict` accepts what has one clear meaning, `fastapi` everything that a FastAPI service
 * accepts, with the same result.
 */
export type Values = 'strict' | 'fastapi';

/** The option that chooses which values a field accepts, and the label. */
export interface ValuesOption extends LabelOption {
  readonly values?: Values;
}

/** Returns a JSON number as Python reads it, even if a double rounds it; undefined for anything else. */
export function numberOf(raw: unknown): number | undefined {
  if (raw instanceof InexactNumber) return raw.double;
  return typeof raw === 'number' ? raw : undefined;
}

/** Checks for an integer that needs more than 64 bits. */
export function exceedsInt64(value: unknown): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) !== value;
  if (!(value instanceof InexactNumber && value.isWhole)) return false;
  return value.text.length > LONGEST_INT64 || exceedsInt64(BigInt(value.text));
}

const LONGEST_INT64 = '-9223372036854775808'.length;
