import { Issues } from '../issues/issue.ts';
import { type Field, field } from './field.ts';

/**
 * A field with validation of the service's own, as pydantic names it: every refusal is a `value_error`, whatever
 * the kind of field would call it.
 */
export function asValueError<Value>(inner: Field<Value>): Field<Value> {
  return field({
    ...inner,
    parse(raw) {
      const result = inner.parse(raw);
      return result instanceof Issues
        ? result.map((issue) => issue.with({ publicType: 'value_error' }))
        : result;
    },
  });
}
