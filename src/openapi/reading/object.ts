import { dictionary } from '../../fields/dictionary.ts';
import { type AnyField, field } from '../../fields/field.ts';
import type { Items } from '../../fields/items.ts';
import { object, type Shape } from '../../fields/object.ts';
import { omittable } from '../../fields/optional.ts';
import { isRecord } from '../../fields/record.ts';
import { text } from '../../fields/text.ts';
import { unknown } from '../../fields/unknown.ts';
import { type Issue, Issues, wrong } from '../../issues/issue.ts';
import { chained, matching, never, withoutPlaces } from './checks.ts';
import { compilePattern } from './pattern.ts';
import { itemsOf, type Located, partsOf, within } from './references.ts';
import { isFree, isOrdered, lengthIn, type Schema } from './schema.ts';

/** Makes the field of a schema that stands inside another one. */
export type FieldOf = (schema: Located) => AnyField;

/** A schema of an object, or several that hold at once, with their places. */
export type ObjectSchema = readonly (Located & { readonly value: Schema })[];

export interface ObjectOptions {
  readonly isFastapi: boolean;
  /** The name of the component that the schema is. */
  readonly name: string | undefined;
}

/** The field for an object: a model where it names properties, otherwise a dictionary. */
export function objectField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const isModel = schemas.some(({ value }) => isRecord(value.properties));
  if (isModel) return modelField(schemas, fieldOf, options.name);
  return requiring(dictionaryField(schemas, fieldOf, options.isFastapi), schemas);
}

function modelField(schemas: ObjectSchema, fieldOf: FieldOf, name: string | undefined): AnyField {
  const others = schemas
    .map((each) => within(each, 'additionalProperties'))
    .filter(({ value }) => value !== undefined);
  const [other] = others;
  const item = other && isRecord(other.value) ? fieldOf(other) : unknown();
  const shape = shapeOf(schemas, fieldOf, item);
  const patterns = schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
  const isClosed = others.some(({ value }) => value === false);
  const named = name === undefined ? {} : { name };
  if (patterns.length > 0) {
    const open = object(shape, named);
    const rest = isClosed ? undefined : unknown();
    return sized(withOthers(open, new Set(Object.keys(shape)), matchers(patterns, fieldOf, rest)), schemas);
  }
  if (isClosed) return sized(object(shape, { ...named, unknown: 'forbid' }), schemas);
  const model = object(shape, named);
  if (!other) return sized(model, schemas);
  return sized(
    withOthers(model, new Set(Object.keys(shape)), () => item),
    schemas,
  );
}

/**
 * The properties, of which one that several schemas have must be valid by all of them. One that is required and not declared
 * is read by the field of all others.
 */
function shapeOf(schemas: ObjectSchema, fieldOf: FieldOf, other: AnyField): Shape {
  const required = new Set(requiredNames(schemas));
  const properties = new Map<string, Located>();
  for (const each of schemas)
    for (const [name, part] of partsOf(within(each, 'properties'))) {
      const other = properties.get(name);
      properties.set(name, other ? bothOf(other, part) : part);
    }
  const shape = [...properties].map(([name, part]): [string, AnyField] => {
    const isRequired = required.has(name) && !(isRecord(part.value) && part.value.readOnly === true);
    return [name, isRequired ? fieldOf(part) : optionalField(fieldOf(part), part.value)];
  });
  const undeclared = [...required].filter((name) => !properties.has(name));
  return Object.fromEntries([...shape, ...undeclared.map((name) => [name, other] as const)]);
}

function requiredNames(schemas: ObjectSchema): string[] {
  return schemas.flatMap((each) => itemsOf(within(each, 'required')).map(({ value }) => String(value)));
}

/** A schema of two that may stand in different files: references find their way by their own places. */
function bothOf(first: Located, second: Located): Located {
  if (isRecord(first.value) && isFree(first.value)) return second;
  if (isRecord(second.value) && isFree(second.value)) return first;
  return { value: { allOf: [first.value, second.value] }, at: first.at };
}

/** A field that need not be sent; its default stands for it then. */
export function optionalField(inner: AnyField, schema: unknown): AnyField {
  const fallback = isRecord(schema) ? schema.default : undefined;
  if (fallback === undefined) return omittableOf(inner);
  const { required: _, ...others } = inner;
  return field<unknown>({ ...others, absent: () => fallback });
}

/** A schema may be that of a million properties: there is one field for all that need not be sent. */
function omittableOf(inner: AnyField): AnyField {
  const made = omittables.get(inner) ?? omittable(inner);
  omittables.set(inner, made);
  return made;
}

const omittables = new WeakMap<AnyField, AnyField>();

function dictionaryField(schemas: ObjectSchema, fieldOf: FieldOf, isFastapi: boolean): AnyField {
  const first = (keyword: string) =>
    schemas.map((each) => within(each, keyword)).find(({ value }) => value !== undefined);
  const names = first('propertyNames');
  const others = first('additionalProperties');
  const patterns = schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
  const [only] = patterns;
  const key = names ? fieldOf(ofText(names)) : only && patternKey(only[0]);
  const values = only ? only[1] : others;
  const item = isRecord(values?.value) ? fieldOf(values) : unknown();
  const sizes = sizesIn(mergedOf(schemas));
  if (!isOrdered(sizes.minItems, sizes.maxItems)) return never('minProperties');
  const made = dictionary(item, { ...(key && { key }), ...sizes });
  if (!only || (isFastapi && patterns.length === 1 && !others)) return made;
  const rest = others?.value === false ? undefined : isRecord(others?.value) ? fieldOf(others) : unknown();
  const all = dictionary(unknown(), { ...(names && key && { key }), ...sizes });
  const { samples } = made;
  return field<unknown>({ ...withOthers(all, new Set(), matchers(patterns, fieldOf, rest)), samples });
}

/** The number of properties that a dictionary may have. */
function sizesIn(schema: Schema): Items {
  const minItems = lengthIn(schema, 'minProperties');
  const maxItems = lengthIn(schema, 'maxProperties');
  return { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) };
}

/** Names are texts, which their schema need not say. */
function ofText({ value, at }: Located): Located {
  const isPlain =
    isRecord(value) && value.type === undefined && value.$ref === undefined && value.enum === undefined;
  return { value: isPlain ? { ...value, type: 'string' } : value, at };
}

/** Pydantic writes a dictionary whose names must match a pattern with that pattern alone. */
function patternKey(source: string): AnyField | undefined {
  const pattern = compilePattern(source);
  return pattern && text({ pattern });
}

function mergedOf(schemas: ObjectSchema): Schema {
  return Object.assign({}, ...schemas.map(({ value }) => value));
}

/** A dictionary that has to have some names all the same. */
function requiring(inner: AnyField, schemas: ObjectSchema): AnyField {
  const names = requiredNames(schemas);
  if (names.length === 0) return inner;
  return field<unknown>({
    ...withoutPlaces(inner),
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (!isRecord(raw)) return value;
      const issues = value instanceof Issues ? [...value.all] : [];
      for (const name of names) if (!Object.hasOwn(raw, name)) wrong('missing', raw).collect(issues, [name]);
      return Issues.of(issues) ?? value;
    },
    samples(like, open) {
      const { accepted, refused } = inner.samples(like, open);
      return { accepted: withNames(accepted, names), refused: chained(refused, accepted) };
    },
  });
}

/** Samples of a dictionary, with these names in each. */
function* withNames(samples: Iterable<unknown>, names: readonly string[]): Iterable<unknown> {
  for (const sample of [...samples].filter(isRecord)) {
    const [value = null] = Object.values(sample);
    yield { ...Object.fromEntries(names.map((name) => [name, value])), ...sample };
  }
}

/** A model that has so many properties. */
function sized(inner: AnyField, schemas: ObjectSchema): AnyField {
  const schema = mergedOf(schemas);
  const least = lengthIn(schema, 'minProperties');
  const most = lengthIn(schema, 'maxProperties');
  const has = (test: (count: number) => boolean) => (raw: unknown) =>
    isRecord(raw) && test(Object.keys(raw).length);
  const bounded =
    least === undefined
      ? inner
      : matching(
          inner,
          'minProperties',
          has((count) => count >= least),
        );
  return most === undefined
    ? bounded
    : matching(
        bounded,
        'maxProperties',
        has((count) => count <= most),
      );
}

/** The field for a property by its name; undefined where there may be none. */
type FieldFor = (name: string) => AnyField | undefined;

function matchers(
  patterns: readonly [string, Located][],
  fieldOf: FieldOf,
  rest: AnyField | undefined,
): FieldFor {
  const compiled = patterns.map(([source, part]) => ({
    pattern: compilePattern(source),
    item: fieldOf(part),
  }));
  return (name) => compiled.find(({ pattern }) => pattern?.test(name))?.item ?? rest;
}

/** A model that keeps the properties that it does not name. */
function withOthers(model: AnyField, known: ReadonlySet<string>, fieldFor: FieldFor): AnyField {
  return field<unknown>({
    ...withoutPlaces(model),
    parse: (raw, fit) => withRest(raw, model.parse(raw, fit), known, fieldFor),
  });
}

function withRest(raw: unknown, value: unknown, known: ReadonlySet<string>, fieldFor: FieldFor): unknown {
  if (!isRecord(raw) || !isRecord(value)) return value;
  const issues: Issue[] = value instanceof Issues ? [...value.all] : [];
  const rest: [string, unknown][] = [];
  for (const name of Object.keys(raw)) {
    if (known.has(name)) continue;
    const result = (fieldFor(name) ?? forbidden).parse(raw[name]);
    if (result instanceof Issues) result.collect(issues, [name]);
    else rest.push([name, result]);
  }
  return Issues.of(issues) ?? Object.fromEntries([...Object.entries(value), ...rest]);
}

const forbidden: AnyField = field<unknown>({
  ...unknown(),
  parse: (raw) => wrong('extra_forbidden', raw),
});
