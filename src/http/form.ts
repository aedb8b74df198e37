import { Refusal } from '../contract/outcome.ts';
import type { AnyField } from '../fields/field.ts';
import { UploadedFile } from '../fields/values.ts';
import { decodeQuery, repairUtf8 } from '../text/bytes.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { type IsList, takesList } from './parts.ts';

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

export interface FormOptions {
  /** Keeps an empty text as a value, and all undeclared fields, as FastAPI does in a form that is a model. */
  readonly isModel?: boolean;
  /** Keeps an empty file without a name as a value, as FastAPI does. By default, no file was chosen. */
  readonly emptyFiles?: boolean;
  /** Keeps undeclared fields, for a field that reads them or for a contract that forbids them. */
  readonly others?: AnyField | 'forbid' | undefined;
}

/** The values of a form by the names of its fields, not yet checked. */
type FormValues = Readonly<Record<string, FormValue | readonly FormValue[]>>;

/**
 * Compiles the reader of the declared fields of a form. The last of several values with one name counts; the names of lists get
 * all.
 */
export function formValuesReader(
  names: readonly string[],
  isList: IsList,
  options: FormOptions = {},
): (form: RawForm) => FormValues {
  const declared = new Set(names);
  const readOther = otherReader(options);
  return (form) => {
    const values: Record<string, FormValue | readonly FormValue[]> = Object.create(null);
    for (const name of names) {
      const value = form.has(name) ? formValue(form, name, isList(name), options) : undefined;
      if (value !== undefined) values[name] = value;
    }
    if (!readOther) return values;
    for (const name of form.keys()) {
      const value = declared.has(name) ? undefined : readOther(form, name);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

type ReadOther = (form: RawForm, name: string) => FormValue | readonly FormValue[] | undefined;

/** Returns the reader of fields that are not declared; undefined if they are ignored. */
function otherReader(options: FormOptions): ReadOther | undefined {
  const { others = options.isModel ? 'forbid' : undefined } = options;
  if (others === undefined) return undefined;
  if (others === 'forbid') return (form, name) => whole(defined(form.get(name)));
  const isList = takesList(others);
  return (form, name) => formValue(form, name, isList, options);
}

/** Returns all values of a list, or the last value of any other field; undefined if none counts. */
export function formValue(
  form: RawForm,
  name: string,
  isList: boolean,
  { isModel = false, emptyFiles = false }: FormOptions = {},
): FormValue | readonly FormValue[] | undefined {
  const all = form.get(name) ?? [];
  if (!isList) {
    const last = all.at(-1);
    return (last === '' && !isModel) || (isUnchosen(last) && !emptyFiles) ? undefined : last;
  }
  const values = emptyFiles ? all : all.filter((value) => !isUnchosen(value));
  return values.length === 0 ? undefined : values;
}

/** Returns a single value as it is, several as a list. */
function whole(all: readonly FormValue[]): FormValue | readonly FormValue[] {
  const [first, ...rest] = all;
  return first === undefined || rest.length > 0 ? all : first;
}

/** Recognizes the value that a browser sends for a file input without a chosen file. */
function isUnchosen(value: FormValue | undefined): boolean {
  return value instanceof UploadedFile && value.name === '' && value.bytes.length === 0;
}
