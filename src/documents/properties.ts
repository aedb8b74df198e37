import type { AnyField } from '../fields/field.ts';
import {
  combined,
  type FieldOf,
  keywordIn,
  type ObjectSchema,
  propertiesIn,
  requiredNames,
  schemasByPattern,
} from './object-schema.ts';
import { optionalField } from './optional.ts';
import type { Located } from './references.ts';

/** A property of an object. */
export interface Property {
  readonly name: string;
  readonly schema: Located;
  readonly isRequired: boolean;
}

/** Tells whether only the other side sends a property, which is then not required. */
export type IsForeign = (property: Located) => boolean;

const anything: Located = { value: {}, at: '' };

/** The properties of an object. A required one that is not declared has the schema of additional properties. */
export function propertiesOf(schemas: ObjectSchema, isForeign: IsForeign = () => false): Property[] {
  const declared = propertiesIn(schemas);
  const required = new Set(requiredNames(schemas));
  const other = combined(keywordIn(schemas, 'additionalProperties')) ?? anything;
  const patterned = schemasByPattern(schemas);
  return [...new Set([...declared.keys(), ...required])].map((name) => {
    const schema = declared.get(name) ?? combined(patterned(name)) ?? other;
    return { name, schema, isRequired: required.has(name) && !isForeign(schema) };
  });
}

/** Makes the field of a property, which is optional with its default unless it is required. */
export function propertyField({ schema, isRequired }: Property, fieldOf: FieldOf): AnyField {
  const made = fieldOf(schema);
  return isRequired ? made : optionalField(made, schema.value);
}

/** The keywords of objects that can't be checked where each property is sent on its own. */
const unchecked: readonly string[] = [
  ...['oneOf', 'anyOf', 'not', 'if', 'enum', 'const', 'minProperties', 'maxProperties'],
  ...['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
];

/** Lists what an object says that is not checked if each property is sent on its own, with the schema that says it. */
export function uncheckedIn(schemas: ObjectSchema): readonly (readonly [keyword: string, at: string])[] {
  return schemas.flatMap(({ value, at }) =>
    unchecked.filter((keyword) => value[keyword] !== undefined).map((keyword) => [keyword, at] as const),
  );
}
