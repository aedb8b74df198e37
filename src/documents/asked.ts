import { eachItemOf, eachPartOf, type Located, within } from './located.ts';
import { hasMany } from './many.ts';
import type { References } from './references.ts';
import type { Schema } from './schema.ts';

/** The schemas that are asked about a value, whose fields are made in steps before it is read. */

/** The schemas that a schema asks about the same value, or about its items, and the properties that ask many. */
export function* askedBy(schema: Located, references: References): Iterable<Located> {
  const { $ref, discriminator } = Object(schema.value);
  if (typeof $ref === 'string') yield { value: { $ref }, at: schema.at };
  // Of kinds with a tag, only those are made that are sent.
  if (discriminator) return;
  for (const keyword of asking) {
    const part = within(schema, keyword);
    if (keyword === 'dependentSchemas') for (const [, each] of eachPartOf(part)) yield each;
    else if (!Array.isArray(part.value)) yield part;
    else if (part.value.length <= (keyword === 'allOf' ? MAX_COMBINED : MAX_KINDS)) yield* eachItemOf(part);
  }
  // Thousands of properties may be of a union of a thousand kinds.
  const properties = within(schema, 'properties');
  if (hasMany(properties.value)) return;
  for (const [, each] of eachPartOf(properties)) {
    const property = Object(references.follow(each).value);
    if (asksMany(property) || hasManyTags(property)) yield each;
  }
}

const asking =
  'allOf oneOf anyOf not if then else contains dependentSchemas prefixItems items additionalProperties propertyNames'.split(
    ' ',
  );

/** Tells whether a schema may ask others about the same value many times. */
export function asksMany(schema: Schema): boolean {
  const { length } = Object.keys(Object(schema.dependentSchemas));
  return length > FEW_ASKED || combining.some((keyword) => Object(schema[keyword]).length > FEW_ASKED);
}

/** Tells whether a schema is a union with so many tags that they are read in steps. */
export function hasManyTags(schema: Schema): boolean {
  return tagsIn(schema) > MANY_TAGS;
}

/** The number of tags that a union may have, by its mapping and its kinds. */
export function tagsIn({ discriminator, oneOf, anyOf }: Schema): number {
  const lists = [Object.keys(Object(Object(discriminator).mapping)), oneOf, anyOf];
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

const MANY_TAGS = 1000;

/** The keywords of unions. */
export const unions: readonly string[] = ['oneOf', 'anyOf'];

/** The keywords that combine schemas, and the number of schemas that are combined from which values are read exactly. */
export const combining = ['allOf', 'oneOf', 'anyOf'];
export const MAX_COMBINED = 3000;
/** The number of schemas that may be asked about a value before their outcomes are remembered. */
export const FEW_ASKED = 16;
/** The number of kinds from which a union is read exactly. */
export const MAX_KINDS = 1000;
