import { Issues } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import { object } from '../fields/object.ts';
import { unknown } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { matching } from './checks.ts';
import { dictionaryField, namesField } from './dictionary.ts';
import {
  combined,
  type FieldOf,
  keywordIn,
  type ObjectSchema,
  patternsIn,
  sizesIn,
} from './object-schema.ts';
import { fieldsByPattern, withOthers } from './other-properties.ts';
import { type IsForeign, propertiesOf, propertyField } from './properties.ts';

export interface ObjectOptions {
  readonly isFastapi: boolean;
  /** The name of the component, if the schema is one. */
  readonly name: string | undefined;
  readonly isForeign: IsForeign;
}

/** Makes the field of an object: a model if its properties are named or it has none, otherwise a dictionary. */
export function objectField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const isNamed = schemas.some(({ value }) => isRecord(value.properties));
  const isModel = isNamed || (isClosed(schemas) && patternsIn(schemas).length === 0);
  if (isModel) return modelField(schemas, fieldOf, options);
  return dictionaryField(schemas, fieldOf, options.isFastapi);
}

/** Tells whether an object has no properties but those that it names, and those of its patterns. */
function isClosed(schemas: ObjectSchema): boolean {
  return keywordIn(schemas, 'additionalProperties').some(({ value }) => value === false);
}

function modelField(schemas: ObjectSchema, fieldOf: FieldOf, { name, isForeign }: ObjectOptions): AnyField {
  const other = combined(keywordIn(schemas, 'additionalProperties'));
  const hasPatterns = patternsIn(schemas).length > 0;
  const areOthersForbidden = isClosed(schemas);
  const areForbidden = areOthersForbidden && !hasPatterns;
  const properties = propertiesOf(schemas, isForeign);
  const shape = properties.map((each) => [each.name, propertyField(each, fieldOf)] as const);
  const model = object(Object.fromEntries(shape), {
    ...(name !== undefined && { name }),
    unknown: areForbidden ? 'forbid' : 'ignore',
  });
  const areAllKnown = areForbidden || !(other || hasPatterns);
  const rest = areOthersForbidden ? undefined : isRecord(other?.value) ? fieldOf(other) : unknown();
  const known = new Set(properties.map((each) => each.name));
  const complete = areAllKnown ? model : withOthers(model, known, fieldsByPattern(schemas, fieldOf, rest));
  return sized(named(complete, namesField(schemas, fieldOf)), schemas);
}

/** Adds the field of names to a model. */
function named(inner: AnyField, names: AnyField | undefined): AnyField {
  if (!names) return inner;
  const isName = (name: string) => !(names.parse(name) instanceof Issues);
  return matching(inner, 'propertyNames', (raw) => !isRecord(raw) || Object.keys(raw).every(isName));
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
