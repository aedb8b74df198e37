import { type Issue, Issues } from '../issues/issue.ts';
import { derive, type Field } from './field.ts';

/**
 * A field whose issues show another type than pydantic's: `withType(url(), 'value_error')` renames all of them, `withType(user, {
 * model_attributes_type: 'dict_type' })` only those listed, at any depth.
 */
export function withType<Value>(
  inner: Field<Value>,
  publicType: string | Readonly<Record<string, string>>,
): Field<Value> {
  const renamed = new Map(typeof publicType === 'string' ? [] : Object.entries(publicType));
  const nameOf = (issue: Issue) =>
    typeof publicType === 'string' ? publicType : (renamed.get(issue.publicType) ?? issue.publicType);
  return derive(inner, {
    parse(raw, fit) {
      const result = inner.parse(raw, fit);
      if (!(result instanceof Issues)) return result;
      return result.map((issue) => issue.with({ shownType: nameOf(issue) }));
    },
  });
}
