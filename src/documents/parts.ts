import { isRecord } from '../fields/values.ts';
import type { LocatedSchema, ObjectSchema } from './object-schema.ts';
import { itemsOf, type Located, type References, within } from './references.ts';
import { typesOf } from './schema.ts';

/** The limit on the parts of a schema. */
const MAX_PARTS = 1000;

/** The schemas that a value must meet: those in an `allOf` or behind a reference, each once, and then the schema itself. */
export function partsOfSchema(
  schema: Located,
  references: References,
  seen = new Set<unknown>(),
): ObjectSchema {
  const { value, at } = schema;
  if (!isRecord(value) || seen.has(value) || seen.size > MAX_PARTS) return [];
  seen.add(value);
  const { $ref, allOf: _, ...own } = value;
  const target = typeof $ref === 'string' ? [references.find($ref, at)] : [];
  const inner = [...target, ...itemsOf(within(schema, 'allOf'))];
  return [...inner.flatMap((part) => partsOfSchema(part, references, seen)), { value: own, at }];
}

/** The types that values of a schema may have; of a union without a type, those of its members. */
export function possibleTypes(
  schema: Located,
  references: References,
  seen = new Set<unknown>(),
): readonly string[] {
  return partsOfSchema(schema, references, seen).flatMap((part) => {
    const own = typesOf(part.value);
    return own.length > 0
      ? own
      : membersOf(part).flatMap((member) => possibleTypes(member, references, seen));
  });
}

/** The members of a union; none if a schema is no union. */
function membersOf(part: LocatedSchema): readonly Located[] {
  return ['anyOf', 'oneOf'].flatMap((keyword) => itemsOf(within(part, keyword)));
}
