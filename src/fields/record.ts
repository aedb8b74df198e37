import { InexactNumber } from '../json/inexact-number.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Tells whether this is what a JSON object becomes. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null) return false;
  if (isPlain(raw)) return true;
  return !(Array.isArray(raw) || raw instanceof InexactNumber || raw instanceof UploadedFile);
}

/** Tells whether this is an object of no class. */
function isPlain(raw: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === Object.prototype || prototype === null;
}
