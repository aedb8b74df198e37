import { expect } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import { UploadedFile } from '../../src/fields/values.ts';
import type { FormValue, RawForm } from '../../src/http/form.ts';

/** A file with its bytes as a text in Latin-1. */
export interface ShownFile {
  readonly file: string;
  readonly type: string;
  readonly bytes: string;
}

export type Fields = readonly (readonly [name: string, ...values: (string | ShownFile)[]])[];

/** The bytes of a text in Latin-1. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** The values that have been read, field by field. */
export function shown(form: RawForm | Refusal): Fields | string {
  if (form instanceof Refusal) {
    expect(form.status).toBe(400);
    return String(form.detail);
  }
  return [...form].map(([name, values]) => [name, ...values.map(shownValue)]);
}

function shownValue(value: FormValue): string | ShownFile {
  if (!(value instanceof UploadedFile)) return value;
  const { name, type, bytes } = value;
  return { file: name, type, bytes: Buffer.from(bytes).toString('latin1') };
}
