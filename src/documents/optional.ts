import { type AnyField, derive } from '../fields/field.ts';
import { omittable } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';

/** Makes a field optional, with the default of its schema. */
export function optionalField(inner: AnyField, schema: unknown): AnyField {
  const fallback = isRecord(schema) ? schema.default : undefined;
  if (fallback === undefined) return omittableOf(inner);
  return derive(inner, { absent: () => fallback, required: false });
}

/** Makes a field optional, once: a million properties may share its schema. */
function omittableOf(inner: AnyField): AnyField {
  const made = omittables.get(inner) ?? omittable(inner);
  omittables.set(inner, made);
  return made;
}

const omittables = new WeakMap<AnyField, AnyField>();
