import { InexactNumber } from '../text/json/reader.ts';
import { UploadedFile } from './uploaded-file.ts';

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
