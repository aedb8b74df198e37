import type { AnyField } from '../../fields/field.ts';
import { isRecord } from '../../fields/record.ts';
import { type FieldOf, keywordIn, type ObjectSchema, propertiesIn, requiredNames } from './object-schema.ts';
import { optionalField } from './optional.ts';
import type { Located } from './references.ts';

/** A property that is sent on its own, as a field of a form or as a parameter of a query. */
export interface Property {
  readonly name: string;
  readonly schema: Located;
  readonly isRequired: boolean;
}

const anything: Located = { value: {}, at: '' };

/** The properties of an object. A required one that is not declared has the schema of additional properties. */
export function propertiesOf(schemas: ObjectSchema): Property[] {
  const declared = propertiesIn(schemas);
  const required = new Set(requiredNames(schemas));
  const [other = anything] = keywordIn(schemas, 'additionalProperties');
  return [...new Set([...declared.keys(), ...required])].map((name) => {
    const schema = declared.get(name) ?? other;
    const isReadOnly = isRecord(schema.value) && schema.value.readOnly === true;
    return { name, schema, isRequired: required.has(name) && !isReadOnly };
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
