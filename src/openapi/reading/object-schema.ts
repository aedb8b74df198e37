import type { AnyField } from '../../fields/field.ts';
import { itemsOf, type Located, within } from './references.ts';
import type { Schema } from './schema.ts';

/** Makes the field of a schema that stands inside another one. */
export type FieldOf = (schema: Located) => AnyField;

/** A schema that is no boolean, with its place. */
export type LocatedSchema = Located & { readonly value: Schema };

/** A schema of an object, or several that hold at once. */
export type ObjectSchema = readonly LocatedSchema[];

/** The keywords of all of them. */
export function mergedOf(schemas: ObjectSchema): Schema {
  return Object.assign({}, ...schemas.map(({ value }) => value));
}

/** The values of a keyword, of those that have it. */
export function keywordIn(schemas: ObjectSchema, keyword: string): Located[] {
  return schemas.map((each) => within(each, keyword)).filter(({ value }) => value !== undefined);
}

/** The names of the properties that have to be there. */
export function requiredNames(schemas: ObjectSchema): string[] {
  return schemas.flatMap((each) => itemsOf(within(each, 'required')).map(({ value }) => String(value)));
}
