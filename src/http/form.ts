import { Refusal } from '../contract/outcome.ts';
import type { UploadedFile } from '../fields/values.ts';
import { decodeQuery, repairUtf8 } from '../text/bytes.ts';
import { ensure } from '../text/memo.ts';

export type FormValue = string | UploadedFile;

/** The fields of a form, each with all its values in order. */
export type RawForm = ReadonlyMap<string, readonly FormValue[]>;

/** The most fields or parts of a form. */
export const MAX_FORM_FIELDS = 1000;

const tooManyFields = new Refusal(400, `The form has more than ${MAX_FORM_FIELDS} fields`);

/** Reads a body of `application/x-www-form-urlencoded` by the [URL Standard](https://url.spec.whatwg.org/#urlencoded-parsing). */
export function readForm(bytes: Uint8Array): RawForm | Refusal {
  const text = repairUtf8(bytes);
  const form = new Map<string, FormValue[]>();
  let fields = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfPair(text, start);
    if (end === start) continue;
    if (++fields > MAX_FORM_FIELDS) return tooManyFields;
    addPair(form, text.slice(start, end));
  }
  return form;
}

/** Adds a value to a field. */
export function addValue(form: Map<string, FormValue[]>, name: string, value: FormValue): void {
  ensure(form, name, () => []).push(value);
}

function endOfPair(text: string, start: number): number {
  const end = text.indexOf('&', start);
  return end === -1 ? text.length : end;
}

/** Adds a pair. One without an equals sign is just a name. */
function addPair(form: Map<string, FormValue[]>, pair: string): void {
  const equals = pair.indexOf('=');
  const name = equals === -1 ? pair : pair.slice(0, equals);
  addValue(form, decodeQuery(name), equals === -1 ? '' : decodeQuery(pair.slice(equals + 1)));
}
