import { type AnyField, field } from '../../fields/field.ts';
import { omittable } from '../../fields/optional.ts';
import { isRecord } from '../../fields/record.ts';

/** A field that need not be sent; its default stands for it then. */
export function optionalField(inner: AnyField, schema: unknown): AnyField {
  const fallback = isRecord(schema) ? schema.default : undefined;
  if (fallback === undefined) return omittableOf(inner);
  const { required: _, ...others } = inner;
  return field<unknown>({ ...others, absent: () => fallback });
}

/** A schema may be that of a million properties: there is one field for all that need not be sent. */
function omittableOf(inner: AnyField): AnyField {
  const made = omittables.get(inner) ?? omittable(inner);
  omittables.set(inner, made);
  return made;
}

const omittables = new WeakMap<AnyField, AnyField>();
