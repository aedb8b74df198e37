import { Refusal } from '../contract/outcome.ts';
import { readForm } from './form.ts';
import { type FormOptions, formValuesReader } from './form-values.ts';
import { isMultipart, unsupportedForm } from './media.ts';
import { readMultipart } from './multipart.ts';
import type { BodyReader } from './raw-body.ts';

/** Compiles the reader of forms with these fields. Those in `lists` get all their values. */
export function formBodyReader(
  names: readonly string[],
  lists: ReadonlySet<string>,
  options: FormOptions = {},
): BodyReader {
  const valuesOf = formValuesReader(names, lists, options);
  return {
    unsupported: unsupportedForm,
    read(bytes, header) {
      const type = header('content-type') ?? '';
      const form = isMultipart(type) ? readMultipart(bytes, type) : readForm(bytes);
      return form instanceof Refusal ? form : { value: valuesOf(form), bytes };
    },
  };
}

/** The same as in FastAPI: a body of any other type is a form without fields. */
export function fastapiFormReader(
  names: readonly string[],
  lists: ReadonlySet<string>,
  options: FormOptions = {},
): BodyReader {
  const reader = formBodyReader(names, lists, options);
  return {
    unsupported: () => undefined,
    read: (bytes, header) =>
      unsupportedForm(header) ? reader.read(new Uint8Array(), () => undefined) : reader.read(bytes, header),
  };
}
