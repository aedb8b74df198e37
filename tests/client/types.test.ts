import { expect, expectTypeOf, it } from 'vitest';
import { type FieldErrors, fieldErrors } from '../../src/client/index.ts';

/** Declares a state as React does. */
function useState<S>(initial: S): [state: S, set: (next: S | ((previous: S) => S)) => void] {
  let state = initial;
  return [
    state,
    (next) => {
      state = next instanceof Function ? next(state) : next;
    },
  ];
}

const body = { errors: { email: ['is invalid'] } };

it('returns what is declared without options of the compiler: a field may be absent', () => {
  // The type itself says so, with or without `noUncheckedIndexedAccess`.
  expectTypeOf<FieldErrors[string]>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf(fieldErrors(body)).toEqualTypeOf<FieldErrors>();
  expect(fieldErrors(body).email?.[0]).toBe('is invalid');
  expect(fieldErrors(body).name).toBeUndefined();
});

it('returns what fits the states of forms', () => {
  const [errors, setErrors] = useState<FieldErrors>({});
  setErrors(fieldErrors(body));
  setErrors((previous) => ({ ...previous, ...fieldErrors(body), name: undefined }));
  expect(errors).toEqual({});

  const [, setAny] = useState({});
  setAny(fieldErrors(body));
  const [, setRecord] = useState<Record<string, string[] | undefined>>({});
  setRecord(fieldErrors(body));
  const [, setReadonly] = useState<{ readonly [field: string]: readonly string[] | undefined }>({});
  setReadonly(fieldErrors(body));
});

it('returns lists that may be changed', () => {
  const errors = fieldErrors(body);
  errors.email?.push('is too long');
  errors.name = ['is missing'];
  expect({ ...errors }).toEqual({ email: ['is invalid', 'is too long'], name: ['is missing'] });
});
