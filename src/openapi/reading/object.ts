import type { AnyField } from '../../fields/field.ts';
import { object, type Shape } from '../../fields/object.ts';
import { isRecord } from '../../fields/record.ts';
import { unknown } from '../../fields/unknown.ts';
import { matching } from './checks.ts';
import { dictionaryField } from './dictionary.ts';
import {
  type FieldOf,
  keywordIn,
  mergedOf,
  type ObjectSchema,
  requiredNames,
  sizesIn,
} from './object-schema.ts';
import { optionalField } from './optional.ts';
import { fieldsByPattern, patternsIn, withOthers } from './other-properties.ts';
import { type Located, partsOf, within } from './references.ts';
import { isFree } from './schema.ts';

export interface ObjectOptions {
  readonly isFastapi: boolean;
  /** The name of the component, if the schema is one. */
  readonly name: string | undefined;
  /** Makes the field of schemas that must all be met. */
  readonly combined: (schemas: readonly Located[]) => AnyField;
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
  const shape = shapeOf(schemas, item, options);
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

/**
 * The fields of the properties. A property declared in several schemas must be valid for all of them. A required property
 * that is not declared has the field of additional properties.
 */
function shapeOf(schemas: ObjectSchema, other: AnyField, options: ObjectOptions): Shape {
  const required = new Set(requiredNames(schemas));
  const properties = propertiesOf(schemas);
  const shape = [...properties].map(([name, parts]): [string, AnyField] => {
    const field = options.combined(restricting(parts));
    const isRequired = required.has(name) && !parts.some(options.isForeign);
    return [name, isRequired ? field : optionalField(field, mergedOf(parts))];
  });
  const undeclared = [...required].filter((name) => !properties.has(name));
  return Object.fromEntries([...shape, ...undeclared.map((name) => [name, other] as const)]);
}

/** The schemas of a property. Each keeps its own place, since they may be in different files. */
type PropertySchemas = readonly [Located, ...Located[]];

function propertiesOf(schemas: ObjectSchema): ReadonlyMap<string, PropertySchemas> {
  const properties = new Map<string, PropertySchemas>();
  for (const each of schemas)
    for (const [name, part] of partsOf(within(each, 'properties'))) {
      const known = properties.get(name);
      properties.set(name, known ? [...known, part] : [part]);
    }
  return properties;
}

/** The schemas that restrict values; the first one if none does. */
function restricting(parts: PropertySchemas): PropertySchemas {
  const [first = parts[0], ...others] = parts.filter(({ value }) => !(isRecord(value) && isFree(value)));
  return [first, ...others];
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
