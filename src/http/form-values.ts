import type { AnyField } from '../fields/field.ts';
import { UploadedFile } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import type { FormValue, RawForm } from './form.ts';
import { takesList } from './read-parts.ts';

export interface FormOptions {
  /** Keeps an empty text as a value, as FastAPI does in a form that is a model. By default, it counts as a blank field. */
  readonly emptyTexts?: boolean;
  /** Keeps undeclared fields, for a field that reads them or for a contract that forbids them. */
  readonly others?: AnyField | 'forbid';
}

/** The values of a form by the names of its fields, not yet checked. */
type FormValues = Readonly<Record<string, FormValue | readonly FormValue[]>>;

/**
 * Compiles the reader of the declared fields of a form. The last of several values with one name counts; the names in `lists` get
 * all.
 */
export function formValuesReader(
  names: readonly string[],
  lists: ReadonlySet<string> = new Set(),
  options: FormOptions = {},
): (form: RawForm) => FormValues {
  const declared = new Set(names);
  const readOther = otherReader(options);
  return (form) => {
    const values: Record<string, FormValue | readonly FormValue[]> = Object.create(null);
    for (const name of names) {
      const value = formValue(form, name, lists.has(name), options);
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
  const { others } = options;
  if (others === undefined) return undefined;
  if (others === 'forbid') return (form, name) => whole(defined(form.get(name)));
  const isList = takesList(others.describe('input'));
  return (form, name) => formValue(form, name, isList, options);
}

/** Returns all values of a list, or the last value of any other field; undefined if none counts. */
export function formValue(
  form: RawForm,
  name: string,
  isList: boolean,
  { emptyTexts = false }: FormOptions = {},
): FormValue | readonly FormValue[] | undefined {
  const all = form.get(name) ?? [];
  if (!isList) {
    const last = all.at(-1);
    return (last === '' && !emptyTexts) || isUnchosen(last) ? undefined : last;
  }
  const values = all.filter((value) => !isUnchosen(value));
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
