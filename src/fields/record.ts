import { InexactNumber } from '../json/inexact-number.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Checks for a value that a JSON object is parsed to. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null) return false;
  return !(Array.isArray(raw) || raw instanceof InexactNumber || raw instanceof UploadedFile);
}
