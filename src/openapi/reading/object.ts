import type { AnyField } from '../../fields/field.ts';
import { object, type Shape } from '../../fields/object.ts';
import { isRecord } from '../../fields/record.ts';
import { unknown } from '../../fields/unknown.ts';
import { matching } from './checks.ts';
import { dictionaryField } from './dictionary.ts';
import {
  type FieldOf,
  keywordIn,
  type ObjectSchema,
  propertiesIn,
  requiredNames,
  sizesIn,
} from './object-schema.ts';
import { optionalField } from './optional.ts';
import { fieldsByPattern, patternsIn, withOthers } from './other-properties.ts';
import type { Located } from './references.ts';

export interface ObjectOptions {
  readonly isFastapi: boolean;
  /** The name of the component, if the schema is one. */
  readonly name: string | undefined;
  /** Tells whether only the other side sends a property, which is then not required. */
  readonly isForeign: (property: Located) => boolean;
}

/** Makes the field of an object: a model if it has named properties, otherwise a dictionary. */
export function objectField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const isModel = schemas.some(({ value }) => isRecord(value.properties));
  if (isModel) return modelField(schemas, fieldOf, options);
  return dictionaryField(schemas, fieldOf, options.isFastapi);
}

function modelField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const { name } = options;
  const others = keywordIn(schemas, 'additionalProperties');
  const [other] = others;
  const isClosed = others.some(({ value }) => value === false);
  const item = other && isRecord(other.value) ? fieldOf(other) : unknown();
  const shape = shapeOf(schemas, fieldOf, item, options);
  const patterns = patternsIn(schemas);
  const areIgnored = !other && patterns.length === 0;
  const areForbidden = isClosed && patterns.length === 0;
  const model = object(shape, {
    ...(name !== undefined && { name }),
    unknown: areForbidden ? 'forbid' : 'ignore',
  });
  if (areIgnored || areForbidden) return sized(model, schemas);
  const fieldFor = fieldsByPattern(patterns, fieldOf, isClosed ? undefined : item);
  return sized(withOthers(model, new Set(Object.keys(shape)), fieldFor), schemas);
}

/** The fields of the properties. A required property that is not declared has the field of additional properties. */
function shapeOf(
  schemas: ObjectSchema,
  fieldOf: FieldOf,
  other: AnyField,
  { isForeign }: ObjectOptions,
): Shape {
  const required = new Set(requiredNames(schemas));
  const properties = propertiesIn(schemas);
  const shape = [...properties].map(([name, part]): [string, AnyField] => {
    const isRequired = required.has(name) && !isForeign(part);
    return [name, isRequired ? fieldOf(part) : optionalField(fieldOf(part), part.value)];
  });
  const undeclared = [...required].filter((name) => !properties.has(name));
  return Object.fromEntries([...shape, ...undeclared.map((name) => [name, other] as const)]);
}

/** Adds the bounds on the number of properties to a model. */
function sized(inner: AnyField, schemas: ObjectSchema): AnyField {
  const { minItems: least = 0, maxItems: most = Number.POSITIVE_INFINITY } = sizesIn(schemas);
  const has = (test: (count: number) => boolean) => (raw: unknown) =>
    isRecord(raw) && test(Object.keys(raw).length);
  let bounded = inner;
  if (least > 0)
    bounded = matching(
      bounded,
      'minProperties',
      has((count) => count >= least),
    );
  if (most < Number.POSITIVE_INFINITY)
    bounded = matching(
      bounded,
      'maxProperties',
      has((count) => count <= most),
    );
  return bounded;
}
