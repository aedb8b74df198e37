import { InexactNumber } from '../text/json/reader.ts';
import { aString, checkOptions, choice, type Rules } from '../text/options.ts';
import { shareInstances } from '../text/share-instances.ts';
import type { LabelOption } from './field.ts';

/**
 * The values that a field accepts: `strict` accepts what has one clear meaning, `fastapi` everything that a FastAPI service
 * accepts, with the same result.
 */
export type Values = 'strict' | 'fastapi';

/** The option that chooses which values a field accepts, and the label. */
export interface ValuesOption extends LabelOption {
  readonly values?: Values;
}

export const valuesRules: Rules<ValuesOption> = { values: choice('strict', 'fastapi'), label: aString };

/** Checks the options of a field that has no others. */
export function checkValuesOption(name: string, options: ValuesOption): void {
  checkOptions(name, options, valuesRules);
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

/** Makes an object with the same names, whose values a function makes from those of another. */
export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** Checks for a value that a JSON object is parsed to. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null) return false;
  return !(Array.isArray(raw) || raw instanceof InexactNumber || raw instanceof UploadedFile);
}

/**
 * A file uploaded in a form.
 *
 * @example
 * const photo = new UploadedFile('ada.png', 'image/png', new Uint8Array(3));
 * photo.bytes.length // 3
 */
export class UploadedFile {
  static {
    shareInstances(UploadedFile, 'UploadedFile');
  }

  /** The name that the client sent. Do not trust it, and do not use it as a path. */
  readonly name: string;
  /** The media type that the client sent. */
  readonly type: string;
  /** The contents, a view of the body of the request. */
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }

  /** Returns what a reply shows of the file: everything except its contents. */
  toJSON(): { readonly name: string; readonly type: string; readonly size: number } {
    return { name: this.name, type: this.type, size: this.bytes.length };
  }
}
