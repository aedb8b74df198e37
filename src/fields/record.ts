import { InexactNumber } from '../json/inexact-number.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Tells whether this is what a JSON object becomes. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
  return !(raw instanceof InexactNumber || raw instanceof UploadedFile);
}
