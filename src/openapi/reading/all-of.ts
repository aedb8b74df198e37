import { isRecord } from '../../fields/record.ts';
import type { LocatedSchema, ObjectSchema } from './object-schema.ts';
import { itemsOf, type Located, type References, within } from './references.ts';
import { isFree, type Schema, typesOf } from './schema.ts';

/** The limit on the parts of an `allOf` that are merged. */
const MAX_PARTS = 1000;

/** Collects the object schemas in the parts of an `allOf`, each once; undefined if a part is anything else. */
export function objectsIn(
  parts: readonly Located[],
  references: References,
  seen = new Set<unknown>(),
): ObjectSchema | undefined {
  const found: LocatedSchema[] = [];
  for (const part of parts) {
    const { value, at } = references.follow(part);
    if (!isRecord(value) || seen.size > MAX_PARTS) return undefined;
    if (seen.has(value)) continue;
    seen.add(value);
    const { allOf, ...own } = value;
    const inner = Array.isArray(allOf)
      ? objectsIn(itemsOf(within({ value, at }, 'allOf')), references, seen)
      : undefined;
    if (inner) found.push(...inner);
    if (inner && isFree(own, 'type')) continue;
    if (Array.isArray(allOf) && !inner) return undefined;
    if (isCombined(own) || typesOf(own).some((type) => type !== 'object')) return undefined;
    found.push({ value: own, at });
  }
  return found;
}

function isCombined({ enum: values, anyOf, oneOf, const: value, not }: Schema): boolean {
  return [values, anyOf, oneOf, value, not].some((each) => each !== undefined);
}
