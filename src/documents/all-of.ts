import { isRecord } from '../fields/values.ts';
import type { LocatedSchema, ObjectSchema } from './object-schema.ts';
import { itemsOf, type Located, type References, within } from './references.ts';
import { isFree, type Schema, typesOf } from './schema.ts';

/** The limit on the parts of an `allOf` that are merged. */
const MAX_PARTS = 1000;

/**
 * Collects the object schemas in the parts of an `allOf`, and in those that they refer to, each once; undefined if a part is
 * anything else.
 */
export function objectsIn(
  parts: readonly Located[],
  references: References,
  seen = new Set<unknown>(),
): ObjectSchema | undefined {
  const found: LocatedSchema[] = [];
  for (const { value, at } of parts) {
    if (!isRecord(value) || seen.size > MAX_PARTS) return undefined;
    if (seen.has(value)) continue;
    seen.add(value);
    const { allOf, $ref, ...own } = value;
    const target = typeof $ref === 'string' ? [references.find($ref, at)] : [];
    const inner = Array.isArray(allOf) ? itemsOf(within({ value, at }, 'allOf')) : [];
    const others = [...target, ...inner];
    const objects = objectsIn(others, references, seen);
    if (!objects) return undefined;
    found.push(...objects);
    if (others.length > 0 && isFree(own, 'type')) continue;
    if (isCombined(own) || typesOf(own).some((type) => type !== 'object')) return undefined;
    found.push({ value: own, at });
  }
  return found;
}

function isCombined({ enum: values, anyOf, oneOf, const: value, not }: Schema): boolean {
  return [values, anyOf, oneOf, value, not].some((each) => each !== undefined);
}
