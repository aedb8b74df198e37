import { isRecord } from '../../fields/values.ts';
import { ensure } from '../../text/memo.ts';
import { eachItemOf, type Located, step, within } from '../located.ts';
import type { References } from '../references.ts';
import type { LocatedSchema } from '../schema.ts';

/**
 * Returns the names that a schema requires of objects, itself or in its `allOf`: one that lacks any is refused, so that the schema need
 * not be compiled for it. The names in `foreign` are those of properties that only the other side sends.
 */
export function requiredBySchema(
  schema: Located,
  references: References,
  foreign: ReadonlySet<string> = new Set(),
): readonly string[] {
  const target = references.follow(schema);
  const names = ensure(requiredNames, Object(target.value), () => requiredIn(target, references));
  return foreign.size === 0 ? names : names.filter((name) => !foreign.has(name));
}

/** The names that schemas require: thousands may combine the same one. */
const requiredNames = new WeakMap<object, readonly string[]>();

function requiredIn(schema: Located, references: References): readonly string[] {
  const parts = partsIn(schema, references) ?? [];
  const requiring = parts.flatMap((part) => {
    const { required } = part.value;
    return Array.isArray(required) ? [{ part, required }] : [];
  });
  const isSent = (name: unknown): name is string =>
    typeof name === 'string' &&
    parts.every((part) => {
      const property = step(part.value.properties, name);
      const target = () => references.follow(within(within(part, 'properties'), name)).value;
      return !mayBeForeign(property) || !saysWho(property, target());
    });
  const required = new Set<unknown>(requiring.flatMap((each) => each.required));
  const names = [...required].filter(isSent);
  // The names of a single part are shared with it.
  const [only] = requiring;
  const isShared = only && requiring.length === 1 && only.part.value !== schema.value;
  const own = isShared ? requiredBySchema(only.part, references) : [];
  return own.length === names.length ? own : names;
}

/** The keywords that combine schemas in other ways than all of them. */
const combining = 'oneOf anyOf not if dependentSchemas dependencies $dynamicRef'.split(' ');

function combinesOthers(schema: unknown): boolean {
  return combining.some((keyword) => step(schema, keyword) !== undefined);
}

/** The most schemas that are looked at together. */
const MAX_PARTS = 20;

/**
 * Lists the schemas that values of a schema must fit: itself, and those of its `allOf`. Undefined if they are many, or one combines
 * others in another way as well: if these lead back to it, it adds nothing to itself.
 */
export function partsIn(schema: Located, references: References): readonly LocatedSchema[] | undefined {
  const open = [schema];
  const parts = new Map<unknown, LocatedSchema>();
  for (const each of open) {
    const { value, at } = references.follow(each);
    if (isRecord(value) && !parts.has(value)) {
      parts.set(value, { value, at });
      for (const part of eachItemOf(within({ value, at }, 'allOf')))
        if (open.push(part) > MAX_PARTS) return undefined;
    }
    if (open.length > 1 && [each.value, value].some(combinesOthers)) return undefined;
  }
  return [...parts.values()];
}

/** Tells whether a value is an object without one of these properties. */
export function lacksAny(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.some((name) => !Object.hasOwn(value, name));
}

function saysWho(...schemas: readonly unknown[]): boolean {
  return schemas.some(
    (each) => isRecord(each) && (each.readOnly !== undefined || each.writeOnly !== undefined),
  );
}

/** Tells whether a property says itself who sends it, or refers to what does: a schema may have a million that don't. */
export function mayBeForeign(part: unknown): boolean {
  return saysWho(part) || step(part, '$ref') !== undefined;
}
