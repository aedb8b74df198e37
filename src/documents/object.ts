import { Found, Issues, isListing, unlisted } from '../errors/issue.ts';
import { dictionary } from '../fields/dictionary.ts';
import { type AnyField, derive, missing } from '../fields/field.ts';
import { object } from '../fields/object.ts';
import { unknown } from '../fields/optional.ts';
import { text } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { maySpend, stepsOf } from '../fields/work.ts';
import { defined } from '../text/guards.ts';
import { isLong } from '../text/json/reader.ts';
import { ensure } from '../text/memo.ts';
import { atOnce, type Steps } from '../text/turns.ts';
import { chained, intersection, matching, never, wrong } from './checks.ts';
import type { Dialect } from './dialect.ts';
import type { Guard } from './guard.ts';
import type { Located } from './located.ts';
import {
  combined,
  compilePattern,
  type FieldOf,
  type IsForeign,
  isOrdered,
  keywordIn,
  type ObjectSchema,
  patternFinder,
  patternsIn,
  propertiesOf,
  propertyField,
  requiredNames,
  sizesIn,
} from './schema.ts';

interface ObjectOptions {
  readonly dialect: Dialect;
  /** The name of the component, if the schema is one. */
  readonly name: string | undefined;
  readonly isForeign: IsForeign;
  readonly guard: Guard;
  /** The models of schemas with which others were combined that only add rules, by their names and places. */
  readonly models: Map<string, AnyField>;
}

/** Makes the field of an object: a model if its properties are named or it has none, otherwise a dictionary. */
export function objectField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const isNamed = schemas.some(({ value }) => isRecord(value.properties));
  const isModel = isNamed || (isClosed(schemas) && patternsIn(schemas).length === 0);
  if (isModel) return modelField(schemas, fieldOf, options);
  return dictionaryField(schemas, fieldOf, options);
}

/** Tells whether an object has no properties but those that it names, and those of its patterns. */
function isClosed(schemas: ObjectSchema): boolean {
  return keywordIn(schemas, 'additionalProperties').some(({ value }) => value === false);
}

/** Makes a model. Thousands of schemas may combine the same one with rules of their own. */
function modelField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  const [only, ...others] = schemas.filter(({ value }) =>
    declaring.some((keyword) => value[keyword] !== undefined),
  );
  const make = () => plainModel(schemas, fieldOf, options);
  const isShared = only && others.length === 0 && schemas.length > 1;
  const model = isShared ? ensure(options.models, `${options.name} ${only.at}`, make) : make();
  return sized(named(model, namesField(schemas, fieldOf)), schemas);
}

/** The keywords that say which properties an object has. */
const declaring: readonly string[] = ['properties', 'required', 'patternProperties', 'additionalProperties'];

/** Makes a model by what schemas say of its properties. */
function plainModel(
  schemas: ObjectSchema,
  fieldOf: FieldOf,
  { name, isForeign, guard }: ObjectOptions,
): AnyField {
  const other = combined(keywordIn(schemas, 'additionalProperties'));
  const hasPatterns = patternsIn(schemas).length > 0;
  const areOthersForbidden = isClosed(schemas);
  const areForbidden = areOthersForbidden && !hasPatterns;
  const properties = propertiesOf(schemas, isForeign);
  const shape = properties.map((each) => [each.name, propertyField(each, fieldOf)] as const);
  const plain = object(Object.fromEntries(shape), {
    ...(name !== undefined && { name }),
    unknown: areForbidden ? 'forbid' : 'ignore',
  });
  const model = shape.length > MANY_PROPERTIES ? largeModel(plain, shape, areForbidden) : plain;
  const areAllKnown = areForbidden || !(other || hasPatterns);
  if (areAllKnown) return model;
  const rest = areOthersForbidden ? undefined : isRecord(other?.value) ? fieldOf(other) : unknown();
  const known = new Set(properties.map((each) => each.name));
  return withOthers(model, known, fieldsByPattern(schemas, fieldOf, rest, guard));
}

/** The number of properties from which a model takes steps for them, and the properties that are looked up in a step. */
const MANY_PROPERTIES = 64;
const PROPERTIES_PER_STEP = 8;

type Shape = readonly (readonly [name: string, property: AnyField])[];

/** Gives a model of many properties its cost: a list may have thousands of objects that lack them all. A long object is read in steps. */
function largeModel(model: AnyField, shape: Shape, areForbidden: boolean): AnyField {
  const known = new Set(shape.map(([name]) => name));
  const isAffordable = () => maySpend(shape.length / PROPERTIES_PER_STEP);
  const made = derive(model, {
    parse: (raw, fit) => (isAffordable() ? model.parse(raw, fit) : wrong('too_complex', raw)),
  });
  return {
    ...made,
    *parseInSteps(raw) {
      if (!isRecord(raw) || !isAffordable()) return made.parse(raw);
      const value = yield* withProperties(raw, shape);
      return areForbidden ? yield* withRest(raw, value, known, forbidding) : value;
    },
  };
}

/** Reads the properties of an object in steps. */
function* withProperties(raw: Readonly<Record<string, unknown>>, shape: Shape): Steps<unknown> {
  const found = new Found();
  const values: [string, unknown][] = [];
  let count = 0;
  for (const [name, property] of shape) {
    const isSent = Object.hasOwn(raw, name);
    if (isSent && count++ % NAMES_IN_STEP === 0) yield;
    const result = isSent ? yield* stepsOfReading(property, raw[name]) : absentIn(raw, property);
    if (result instanceof Issues) found.add(result, [name]);
    else if (result !== undefined) values.push([name, result]);
  }
  return found.issues ?? Object.fromEntries(values);
}

function* stepsOfReading({ parse, parseInSteps }: AnyField, raw: unknown): Steps<unknown> {
  return parseInSteps && isLong(raw) ? yield* parseInSteps(raw) : parse(raw);
}

/** Returns the value of a property that an object lacks, or the issue that it is missing. */
function absentIn(raw: unknown, property: AnyField): unknown {
  return property.absent ? property.absent(raw) : missing(property, raw);
}

/** Returns the steps of reading an object as a model, which always has some. */
function stepsOfModel({ parseInSteps }: AnyField, raw: unknown): Steps<unknown> {
  return defined(parseInSteps)(raw);
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

/** Makes the field of an object without named properties. */
function dictionaryField(schemas: ObjectSchema, fieldOf: FieldOf, options: ObjectOptions): AnyField {
  return requiring(valuesField(schemas, fieldOf, options), requiredNames(schemas));
}

function valuesField(schemas: ObjectSchema, fieldOf: FieldOf, { dialect, guard }: ObjectOptions): AnyField {
  const names = namesField(schemas, fieldOf);
  const others = combined(keywordIn(schemas, 'additionalProperties'));
  const patterns = patternsIn(schemas);
  const [only] = patterns;
  const key = names ?? (only && patternKey(only[0]));
  const values = only ? only[1] : others;
  const item = isRecord(values?.value) ? fieldOf(values) : unknown();
  const sizes = sizesIn(schemas);
  if (!isOrdered(sizes.minItems, sizes.maxItems)) return never('minProperties');
  const made = dictionary(item, { ...(key && { key }), ...sizes });
  if (!only || (dialect.hasPatternKeys && patterns.length === 1 && !others)) return made;
  const rest = others?.value === false ? undefined : isRecord(others?.value) ? fieldOf(others) : unknown();
  const all = dictionary(unknown(), { ...(names && { key: names }), ...sizes });
  const { samples } = made;
  return derive(withOthers(all, new Set(), fieldsByPattern(schemas, fieldOf, rest, guard)), { samples });
}

/** Makes the field of the names of properties; undefined if they may be any. */
function namesField(schemas: ObjectSchema, fieldOf: FieldOf): AnyField | undefined {
  const names = combined(keywordIn(schemas, 'propertyNames'));
  return names && counted(fieldOf(ofText(names)));
}

/** Takes steps for each name that a field reads, which may be as long as the whole body. */
function counted(inner: AnyField): AnyField {
  return derive(inner, {
    parse: (name, fit) => (maySpend(stepsOf(name)) ? inner.parse(name, fit) : wrong('too_complex', name)),
  });
}

/** Adds the type to a schema of property names, which are always strings. */
function ofText({ value, at }: Located): Located {
  const isPlain =
    isRecord(value) && value.type === undefined && value.$ref === undefined && value.enum === undefined;
  return { value: isPlain ? { ...value, type: 'string' } : value, at };
}

/** The field of names that must match a pattern. Pydantic describes such a dictionary with `patternProperties` alone. */
function patternKey(source: string): AnyField | undefined {
  const pattern = compilePattern(source);
  return pattern && counted(text({ pattern }));
}

/** A dictionary with some required names. */
function requiring(inner: AnyField, names: readonly string[]): AnyField {
  if (names.length === 0) return inner;
  const required = new Set(names);
  return derive(inner, {
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (!isRecord(raw)) return value;
      const lacking = required.size - Object.keys(raw).filter((name) => required.has(name)).length;
      if (lacking === 0) return value;
      if (!isListing()) return unlisted(lacking + (value instanceof Issues ? value.count : 0));
      const found = new Found();
      if (value instanceof Issues) found.add(value);
      for (const name of required) if (!Object.hasOwn(raw, name)) found.add(wrong('missing', raw), [name]);
      return found.issues;
    },
    samples(like, open) {
      const { accepted, refused } = inner.samples(like, open);
      return { accepted: withNames(accepted, names), refused: chained(refused, accepted) };
    },
  });
}

/** Adds these names to each sample of a dictionary. */
function* withNames(samples: Iterable<unknown>, names: readonly string[]): Iterable<unknown> {
  for (const sample of samples) {
    if (sample === undefined) yield sample;
    if (!isRecord(sample)) continue;
    const [value = null] = Object.values(sample);
    yield { ...Object.fromEntries(names.map((name) => [name, value])), ...sample };
  }
}

/** Finds the field for a property name; undefined if it is forbidden. */
type FieldFor = (name: string) => Steps<AnyField | undefined>;

function* forbidding(): Steps<undefined> {}

/** Chooses the field by the patterns that a name matches; `rest` is for all other names. */
function fieldsByPattern(
  schemas: ObjectSchema,
  fieldOf: FieldOf,
  rest: AnyField | undefined,
  guard: Guard,
): FieldFor {
  const schemasFor = patternFinder(schemas);
  const { length } = patternsIn(schemas);
  const made = new Map<Located, AnyField>();
  const fieldFor = (schema: Located) => {
    const field = made.get(schema) ?? fieldOf(schema);
    made.set(schema, field);
    return field;
  };
  return function* (name) {
    if (!maySpend(length * stepsOf(name))) return unread;
    const [first, ...others] = (yield* schemasFor(name)).map(fieldFor);
    // Without steps left, not all patterns were compared.
    if (!maySpend(0)) return unread;
    return first && others.length > 0 ? intersection([first, ...others], guard) : (first ?? rest);
  };
}

/** A model that validates and keeps properties beyond those it names. */
function withOthers(model: AnyField, known: ReadonlySet<string>, fieldFor: FieldFor): AnyField {
  const made = derive(model, {
    parse: (raw, fit) => atOnce(withRest(raw, model.parse(raw, fit), known, fieldFor)),
  });
  return {
    ...made,
    *parseInSteps(raw) {
      return yield* withRest(raw, yield* stepsOfModel(model, raw), known, fieldFor);
    },
  };
}

function* withRest(
  raw: unknown,
  value: unknown,
  known: ReadonlySet<string>,
  fieldFor: FieldFor,
): Steps<unknown> {
  if (!isRecord(raw) || !isRecord(value)) return value;
  const found = new Found();
  if (value instanceof Issues) found.add(value);
  const rest: [string, unknown][] = [];
  let count = 0;
  for (const name of Object.keys(raw)) {
    if (known.has(name)) continue;
    if (count++ % NAMES_IN_STEP === 0) yield;
    const { parse } = (yield* fieldFor(name)) ?? forbidden;
    const result = parse(raw[name]);
    if (result instanceof Issues) found.add(result, [name]);
    else rest.push([name, result]);
  }
  return found.issues ?? Object.fromEntries([...Object.entries(value), ...rest]);
}

/** The properties that are read in a step. */
const NAMES_IN_STEP = 8;

const unread: AnyField = derive(unknown(), { parse: (raw) => wrong('too_complex', raw) });
const forbidden: AnyField = derive(unknown(), { parse: (raw) => wrong('extra_forbidden', raw) });
