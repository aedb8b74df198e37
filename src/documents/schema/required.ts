import { isRecord } from '../../fields/values.ts';
import { type Located, step } from '../located.ts';
import type { References } from '../references.ts';
import type { LocatedSchema } from '../schema.ts';

/**
 * Returns the names that a schema itself requires of objects: one that lacks any is refused, so that the schema need not be compiled
 * for it. The names in `foreign` are those of properties that only the other side sends.
 */
export function requiredBySchema(
  schema: Located,
  references: References,
  foreign: ReadonlySet<string> = new Set(),
): readonly string[] {
  const target = Object(references.follow(schema).value);
  const names = requiredNames.get(target) ?? requiredHere(target);
  requiredNames.set(target, names);
  return foreign.size === 0 ? names : names.filter((name) => !foreign.has(name));
}

/** The names that schemas require: thousands may combine the same one. */
const requiredNames = new WeakMap<object, readonly string[]>();

function requiredHere({ required, properties, allOf }: LocatedSchema['value']): readonly string[] {
  if (allOf !== undefined || !Array.isArray(required)) return [];
  return required.filter((name) => typeof name === 'string' && !mayBeForeign(step(properties, name)));
}

/** Tells whether a value is an object without one of these properties. */
export function lacksAny(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.some((name) => !Object.hasOwn(value, name));
}

/** Tells whether a property says itself who sends it, or refers to what does: a schema may have a million that don't. */
export function mayBeForeign(part: unknown): boolean {
  return (
    isRecord(part) && (part.$ref !== undefined || part.readOnly !== undefined || part.writeOnly !== undefined)
  );
}
