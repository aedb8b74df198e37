import { Issue, Issues } from '../errors/issue.ts';
import { type Field, field, missing, type OptionalField } from './field.ts';
import { writeInput } from './unknown.ts';

/**
 * A field that is checked but never refused: the handler gets the value or the first issue, and decides how to refuse the
 * request. If nothing is sent, `unsent` is checked in its place. A reply may have a valid value or an issue there.
 */
export function safe<Value>(inner: OptionalField<Value>): OptionalField<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue> {
  const first = (result: Value | Issues) => (result instanceof Issues ? result.all[0] : result);
  return field<Value | Issue>({
    parse(raw, fit) {
      if (!fit?.isReply) return first(inner.parse(raw, fit));
      return raw instanceof Issue ? raw : inner.parse(raw, fit);
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : inner.write(value)),
    describe: inner.describe,
    typeName: inner.typeName,
    samples: inner.samples,
    absent(enclosing) {
      if (unsent !== undefined) return first(inner.parse(unsent));
      return inner.absent ? first(inner.absent(enclosing)) : missing(inner, enclosing).all[0];
    },
    label: inner.label,
    required: inner.required,
    takesAnyText: true,
  });
}
