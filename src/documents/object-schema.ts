import type { AnyField } from '../fields/field.ts';
import type { Items } from '../fields/list.ts';
import { isRecord } from '../fields/values.ts';
import { compilePattern } from './pattern.ts';
import { itemsOf, type Located, partsOf, referenceTo, within } from './references.ts';
import { isFree, lengthIn, type Schema } from './schema.ts';

/** Makes the field of a nested schema. */
export type FieldOf = (schema: Located) => AnyField;

/** A schema that is an object, with its place. */
export type LocatedSchema = Located & { readonly value: Schema };

/** A schema of an object, or several that must all be met. */
export type ObjectSchema = readonly LocatedSchema[];

/** The bounds on the number of properties: of several, the strictest. */
export function sizesIn(schemas: ObjectSchema): Items {
  const least = lengthsIn(schemas, 'minProperties');
  const most = lengthsIn(schemas, 'maxProperties');
  return {
    ...(least.length > 0 && { minItems: Math.max(...least) }),
    ...(most.length > 0 && { maxItems: Math.min(...most) }),
  };
}

function lengthsIn(schemas: ObjectSchema, keyword: string): number[] {
  return schemas.map(({ value }) => lengthIn(value, keyword)).filter((length) => length !== undefined);
}

/** Merges the keywords of all schemas; later ones win. */
export function mergedOf(schemas: readonly Located[]): Schema {
  return Object.assign({}, ...schemas.map(({ value }) => value));
}

/** The schemas of the declared properties: of each, all that declare it, and those of patterns that its name matches. */
export function propertiesIn(schemas: ObjectSchema): ReadonlyMap<string, Located> {
  const properties = new Map<string, readonly [Located, ...Located[]]>();
  for (const each of schemas)
    for (const [name, part] of partsOf(within(each, 'properties')))
      properties.set(name, [...(properties.get(name) ?? []), part]);
  const patterned = schemasByPattern(schemas);
  return new Map([...properties].map(([name, parts]) => [name, combined([...parts, ...patterned(name)])]));
}

/** Patterns of property names, each with the schema of the values. */
export function patternsIn(schemas: ObjectSchema): readonly (readonly [pattern: string, schema: Located])[] {
  return schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
}

/** Finds the schemas of all patterns that a name matches. */
export function schemasByPattern(schemas: ObjectSchema): (name: string) => readonly Located[] {
  const compiled = patternsIn(schemas).map(([source, schema]) => ({
    pattern: compilePattern(source),
    schema,
  }));
  return (name) => compiled.filter(({ pattern }) => pattern?.test(name)).map(({ schema }) => schema);
}

/** Combines schemas into one, which refers to them, since they may be in different files; undefined if there are none. */
export function combined(parts: readonly [Located, ...Located[]]): Located;
export function combined(parts: readonly Located[]): Located | undefined;
export function combined(parts: readonly Located[]): Located | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first;
  const { default: fallback, readOnly, writeOnly } = mergedOf(parts);
  const rules = parts.filter(({ value }) => !(isRecord(value) && isFree(value)));
  return { value: { default: fallback, readOnly, writeOnly, allOf: rules.map(referenceTo) }, at: first.at };
}

/** The values of a keyword in the schemas that have it. */
export function keywordIn(schemas: ObjectSchema, keyword: string): Located[] {
  return schemas.map((each) => within(each, keyword)).filter(({ value }) => value !== undefined);
}

/** The names of the required properties. */
export function requiredNames(schemas: ObjectSchema): string[] {
  return schemas.flatMap((each) => itemsOf(within(each, 'required')).map(({ value }) => String(value)));
}
