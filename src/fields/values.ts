import { InexactNumber } from '../json/inexact-number.ts';

/**
 * The values that a field takes: `strict` none that it would have to change or to guess at; `fastapi` all those that a FastAPI
 * service takes, and as that takes them.
 */
export type Values = 'strict' | 'fastapi';

/** The option of fields that tells which values they take. */
export interface ValuesOption {
  readonly values?: Values;
}

/** A JSON number as Python reads it, whatever a double loses of it; undefined where the value is something else. */
export function numberOf(raw: unknown): number | undefined {
  if (raw instanceof InexactNumber) return raw.double;
  return typeof raw === 'number' ? raw : undefined;
}

/** Tells whether an integer needs more than 64 bits. */
export function exceedsInt64(value: unknown): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) !== value;
  if (!(value instanceof InexactNumber && value.isWhole)) return false;
  return value.text.length > LONGEST_INT64 || exceedsInt64(BigInt(value.text));
}

const LONGEST_INT64 = '-9223372036854775808'.length;
