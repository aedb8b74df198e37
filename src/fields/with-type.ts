import { type Issue, Issues } from '../errors/issue.ts';
import { type Field, field, type OptionalField, type Shape } from './field.ts';
import type { ObjectField } from './object.ts';

/** A type for all issues, or other names for some types. */
type Types = string | Readonly<Record<string, string>>;

/**
 * A field whose issues show another type than pydantic's: `withType(url(), 'value_error')` renames all of them, `withType(user, {
 * model_attributes_type: 'dict_type' })` only those listed, at any depth.
 */
export function withType<S extends Shape>(inner: ObjectField<S>, publicType: Types): ObjectField<S>;
export function withType<Value>(inner: OptionalField<Value>, publicType: Types): OptionalField<Value>;
export function withType<Value>(inner: Field<Value>, publicType: Types): Field<Value>;
export function withType<Value>(inner: Field<Value>, publicType: Types): Field<Value> {
  const renamed = new Map(typeof publicType === 'string' ? [] : Object.entries(publicType));
  const nameOf = (issue: Issue) =>
    typeof publicType === 'string' ? publicType : (renamed.get(issue.publicType) ?? issue.publicType);
  const rename = (result: Value | Issues) =>
    result instanceof Issues ? result.map((issue) => issue.with({ shownType: nameOf(issue) })) : result;
  return field<Value>(
    { ...inner, parse: (raw, fit) => rename(inner.parse(raw, fit)) },
    { parseAt: (raw, place) => rename(inner.parseAt(raw, place)) },
  );
}
