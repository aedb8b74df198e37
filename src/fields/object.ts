import { Found, Issue, Issues, isListing, type Path, unlisted, wrong } from '../errors/issue.ts';
import { hold, isLong } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import {
  aString,
  checkNoMore,
  checkOptions,
  choice,
  inWords,
  OptionError,
  type Rules,
} from '../text/options.ts';
import type { Steps } from '../text/turns.ts';
import type { Definitions, JsonSchema, Side } from './definitions.ts';
import {
  type AnyField,
  type Field,
  type FieldDefinition,
  field,
  type GivenOf,
  isField,
  type LabelOption,
  missing,
  type Shape,
  type ValueOf,
} from './field.ts';
import { type Fit, NEAR } from './fit.ts';
import { firstInTurns, type Open, onBothSides, replacing, type Samples } from './samples.ts';
import { isRecord } from './values.ts';
import { maySpend } from './work.ts';

export type { GivenObject, ObjectOf, Shape };

/** The name of an object's schema, and the treatment of properties that are not declared. */
export interface ObjectOptions extends LabelOption {
  /** The name of its schema, which unions use too. */
  readonly name?: string;
  /** The treatment of properties that are not in the shape; they are ignored by default. */
  readonly unknown?: 'ignore' | 'forbid';
}

const objectRules: Rules<ObjectOptions> = {
  name: aString,
  unknown: choice('ignore', 'forbid'),
  label: aString,
};

/** The field of an object, with its shape. */
export interface ObjectField<S extends Shape> extends Field<ObjectOf<S>, GivenObject<S>> {
  readonly shape: S;
}

/**
 * A JSON object with these properties. All issues are reported, in the order of the properties.
 *
 * @example
 * object({ name: text(), age: integer() }).parse({ name: 'Ada', age: '36' }) // { name: 'Ada', age: 36 }
 */
export function object<S extends Shape>(shape: S, options?: ObjectOptions): ObjectField<S>;
export function object<S extends Shape>(shape: S, options: ObjectOptions = {}): Field<ObjectOf<S>> {
  checkShape(shape);
  checkOptions('object()', options, objectRules);
  checkNoMore('object()', arguments, 2);
  const { name, label, unknown = 'ignore' } = options;
  const allowed = unknown === 'forbid' ? new Set(Object.keys(shape)) : undefined;
  // Made on first use, since many objects of a service are not needed for a long time.
  const parser = once(() => objectParser(shape, allowed));
  const members = once(() => membersOf(shape));
  // Thousands of others may each ask for its samples.
  const properties = once(() => Object.entries(shape));
  const parse: ParseObject<S> = (raw, fit, place) => parser()(raw, fit, place);
  const describe = (side: Side, definitions: Definitions) =>
    describeObject(shape, allowed !== undefined, side, definitions);
  const definition: FieldDefinition<ObjectOf<S>> = {
    parse,
    write: (value) => writeMembers(members(), value),
    describe: (side, definitions) =>
      name === undefined ? describe(side, definitions) : definitions.refer(name, side, describe),
    typeName: () => name ?? 'object',
    samples: (like, open) => objectSamples(properties(), unknown === 'forbid', like, open),
    name,
    label,
  };
  taggedParsers.set(parse, (tag) => objectParser(shape, allowed, tag));
  const parseAt = (raw: unknown, place: Path) => parse(raw, undefined, place);
  const writeValid = (value: unknown) => writeValidMembers(members(), value);
  const inSteps = once(() => stepsParser(shape, parser(), allowed));
  const parseInSteps = (raw: unknown) => inSteps()(raw);
  const shortcuts = { parseAt, parseInSteps, ...(!allowed && { writeValid }) };
  return { ...field({ ...definition, shape }, shortcuts), shape };
}

/** Checks that each property has a field. One that is imported in a circle may not be there yet. */
function checkShape(shape: Shape): void {
  if (!isRecord(shape)) throw new OptionError(`object() takes fields by name, not ${inWords(shape)}`);
  for (const name of Object.keys(shape))
    if (!isField(shape[name])) throw new TypeError(`The property ${name} of an object has no field`);
}

type ParseObject<S extends Shape> = (raw: unknown, fit?: Fit, place?: Path) => ObjectOf<S> | Issues;

/** Makes the parser of an object. `tag` is a property that was already read to choose it. */
function objectParser<S extends Shape>(
  shape: S,
  allowed: ReadonlySet<string> | undefined,
  tag?: string,
): ParseObject<S> {
  const parseProperties = propertiesParser(shape, tag);
  return (raw, fit, place = nowhere) => {
    if (!isRecord(raw)) return wrong('model_attributes_type', raw).within(place);
    fit?.lower(NEAR);
    const value = parseProperties(raw, raw, place, fit);
    return allowed ? withoutOthers(value, raw, allowed, place) : value;
  };
}

/** Makes a function that reads the properties which are long in steps, and then the others. */
function stepsParser<S extends Shape>(shape: S, plain: ParseObject<S>, allowed?: ReadonlySet<string>) {
  const slow = Object.entries(shape).filter(([, { parseInSteps }]) => parseInSteps);
  const results = new WeakMap<object, unknown>();
  const read = slow.map(([name, own]) => {
    const parse: AnyField['parse'] = (raw, fit) => (isLong(raw) ? results.get(raw) : own.parse(raw, fit));
    return [name, { ...own, parse }];
  });
  const parse = slow.length > 0 ? objectParser<S>({ ...shape, ...Object.fromEntries(read) }, allowed) : plain;
  return function* (raw: unknown): Steps<ObjectOf<S> | Issues> {
    for (const [name, own] of slow) {
      const value = isRecord(raw) && Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (own.parseInSteps && isLong(value)) results.set(value, yield* own.parseInSteps(value));
    }
    return parse(raw);
  };
}

type Parse<Value> = FieldDefinition<Value>['parse'];

/**
 * For the parser of an object, a function that makes parsers which do not read a given property again. A field that wraps an
 * object has a different parser, so it is not found here.
 */
const taggedParsers = new WeakMap<Parse<unknown>, (tag: string) => Parse<unknown>>();

/** Returns the parser for objects of a kind whose property `name` is known to have this value. */
export function taggedParser<Value>(kind: Field<Value>, name: string, value: unknown): Parse<Value> {
  const { shape = {} } = kind;
  const isKept = Object.hasOwn(shape, name) && Object.is(shape[name]?.parse(value), value);
  const make = isKept ? taggedParsers.get(kind.parse) : undefined;
  return make ? (make(name) as Parse<Value>) : kind.parse;
}

/** Adds an issue for each property that is not allowed. */
function withoutOthers<Value>(
  value: Value | Issues,
  raw: Readonly<Record<string, unknown>>,
  allowed: ReadonlySet<string>,
  place: Path,
): Value | Issues {
  const found = new Found();
  if (value instanceof Issues) found.add(value);
  for (const name of Object.keys(raw))
    if (!allowed.has(name)) found.add(wrong('extra_forbidden', raw[name]), [...place, name]);
  return found.issues ?? value;
}

function describeObject(shape: Shape, isClosed: boolean, side: Side, definitions: Definitions): JsonSchema {
  const properties = Object.entries(shape);
  const required = properties.filter(([, property]) =>
    side === 'output' ? !property.isOmittable : property.required,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, property.describe(side, definitions)]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(isClosed && { additionalProperties: false }),
  };
}

interface Member {
  readonly name: string;
  readonly property: AnyField;
  /** The text before its value, if it is the first member or a later one. */
  readonly first: string;
  readonly next: string;
}

/** Prepares the properties of an object for the functions below. */
function membersOf(shape: Shape): Member[] {
  return Object.entries(shape).map(([name, property]) => {
    const key = JSON.stringify(name);
    return { name, property, first: `{${key}:`, next: `,${key}:` };
  });
}

/** Writes an object. Skips omittable properties that are undefined. */
function writeMembers(members: readonly Member[], value: ObjectOf<Shape>): string {
  let text = '';
  for (const { name, property, first, next } of members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined && property.isOmittable) continue;
    text += (text === '' ? first : next) + property.write(member);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Checks an object and writes it. */
function writeValidMembers(members: readonly Member[], value: unknown): string | Issues {
  if (!isRecord(value)) return wrong('model_attributes_type', value);
  const found = new Found();
  let text = '';
  for (const { name, property, first, next } of members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const written = member === undefined ? writeAbsent(property, value) : property.writeValid(member);
    if (typeof written !== 'string') found.add(written, [name]);
    else if (written !== '') text += (text === '' ? first : next) + written;
  }
  return found.issues ?? (text === '' ? '{}' : `${text}}`);
}

/** Writes a property that has no value; returns nothing for an omittable one. */
function writeAbsent(property: AnyField, enclosing: unknown): string | Issues {
  const absent = whenAbsent(property, enclosing);
  if (absent instanceof Issues) return absent;
  return property.isOmittable ? '' : property.write(undefined);
}

/** The value of an object with these fields. */
type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };
/** What a handler may give for such an object in a reply. What may be left out need not be named. */
type GivenObject<S extends Shape> = {
  readonly [Name in keyof S as MayBeLeftOut<GivenOf<S[Name]>> extends true ? never : Name]: GivenOf<S[Name]>;
} & {
  readonly [Name in keyof S as MayBeLeftOut<GivenOf<S[Name]>> extends true ? Name : never]?: GivenOf<S[Name]>;
};

type MayBeLeftOut<Given> = unknown extends Given ? false : undefined extends Given ? true : false;

/** Checks the properties of `raw`. A missing property reports `enclosing` as its input. `place` is the path of the object. */
type PropertiesParser<S extends Shape> = (
  raw: Values,
  enclosing: unknown,
  place?: Path,
  fit?: Fit,
) => ObjectOf<S> | Issues;

type Values = Readonly<Record<string, unknown>>;

interface Property {
  readonly name: string;
  readonly field: AnyField;
  /** The `parse` of the field. Fields have many shapes, and looking it up in each of them takes longer. */
  readonly parse: AnyField['parse'];
  /** True if it counts the properties inside it. Lists and dictionaries may hold objects that another kind knows better. */
  readonly countsAll: boolean;
  /** The last path of a value, and the place of the object that held it. */
  path: Path;
  place: Path;
}

/** The path of a value that nothing encloses. */
const nowhere: Path = [];

/**
 * Compiles the check of declared properties. Inherited ones do not count: every object has a `constructor`, but nobody sent it.
 * Nor does undefined, which JSON cannot express. If nothing is changed or left out, the value is `raw` itself. `tag` is a
 * property that was already read to choose this parser.
 */
export function propertiesParser<S extends Shape>(shape: S, tag?: string): PropertiesParser<S> {
  const properties = Object.entries(shape).map(propertyOf);
  const count = issueCounter(properties);
  return (raw, enclosing, place = nowhere, fit) => {
    const keys = Object.keys(raw);
    // Each of the kinds of a union may declare far more properties than a value has.
    if (properties.length > VERY_MANY) maySpend(properties.length / MANY);
    if (count && !isListing()) {
      const issues = count(raw, keys, fit);
      if (issues > 0) return unlisted(issues);
    }
    let found: Found | undefined;
    let values: Record<string, unknown> | undefined;
    let sent = 0;
    let isCounted = true;
    for (const property of properties) {
      const { name, parse } = property;
      if (name === tag && keys[sent] === tag && !values) {
        sent++;
        continue;
      }
      const value = keys[sent] === name || Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (value !== undefined) sent++;
      if (typeof value === 'object' && value !== null && !property.countsAll) isCounted = false;
      const result = value === undefined ? whenAbsent(property.field, enclosing) : parse(value, fit);
      if (Object.is(result, value)) {
        if (values && value !== undefined) hold(values, name, value);
      } else if (result instanceof Issues) {
        found ??= new Found();
        addAt(result, found, pathOf(property, place), property.field);
      } else {
        values ??= valuesUntil(property, properties, raw);
        hold(values, name, result instanceof Issue ? result.within(pathOf(property, place)) : result);
      }
    }
    const isWhole = keys.length === sent;
    fit?.count(sent, isWhole && isCounted);
    if (!isWhole) values ??= valuesUntil(undefined, properties, raw);
    return found?.issues ?? ((values ?? raw) as ObjectOf<S>);
  };
}

/** The number of properties from which it takes less time to look at those of an object only. */
const MANY = 16;
/** The number of properties from which reading an object also takes steps for those that it lacks. */
const VERY_MANY = 256;

/**
 * Makes a function that counts the issues of an object which lacks most of many required properties, and returns 0 for any other.
 * A list of empty objects would otherwise take time for each of the properties.
 */
function issueCounter(properties: readonly Property[]) {
  const required = properties.filter(({ field }) => !field.absent).length;
  const areOthersOptional = properties.every(({ field }) => !field.absent || !field.required);
  if (required < MANY || !areOthersOptional) return undefined;
  const byName = new Map(properties.map((property) => [property.name, property]));
  return (raw: Values, keys: readonly string[], fit?: Fit): number => {
    if (keys.length >= required) return 0;
    let count = required;
    for (const key of keys) {
      const property = raw[key] === undefined ? undefined : byName.get(key);
      if (!property) continue;
      if (!property.field.absent) count--;
      const result = property.parse(raw[key], fit);
      if (result instanceof Issues) count += result.count;
    }
    return count;
  };
}

function propertyOf([name, field]: readonly [string, AnyField]): Property {
  return {
    name,
    field,
    parse: field.parse,
    countsAll: field.shape !== undefined,
    path: [name],
    place: nowhere,
  };
}

/** Returns the path of a value. Objects are nearly always at the same place, so it is made once. */
function pathOf(property: Property, place: Path): Path {
  if (property.place !== place) {
    property.place = place;
    property.path = [...place, property.name];
  }
  return property.path;
}

/** Copies the declared properties that were sent, up to `end`. Handlers must not see any others. */
function valuesUntil(end: Property | undefined, properties: readonly Property[], raw: Values) {
  const values: Record<string, unknown> = {};
  for (const property of properties) {
    if (property === end) break;
    const { name } = property;
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined) hold(values, name, value);
  }
  return values;
}

function addAt(issues: Issues, found: Found, at: Path, { shownAs }: AnyField): void {
  found.add(issues, at, shownAs === undefined ? at : [...at.slice(0, -1), shownAs]);
}

/** Returns the value of a property that was not sent, or the issue that it is missing. */
function whenAbsent(property: AnyField, enclosing: unknown): unknown {
  return property.absent ? property.absent(enclosing) : missing(property, enclosing);
}

type Properties = readonly (readonly [name: string, property: AnyField])[];
type ObjectValues = Readonly<Record<string, unknown>>;

/** Objects in which one property is at its bounds, wrong, missing or unknown; then one in which all are wrong. */
export function objectSamples(
  properties: Properties,
  forbidsOthers: boolean,
  like: unknown,
  open: Open,
): Samples {
  return onBothSides(function* (side) {
    const base = isRecord(like) ? like : yield* exampleOf(properties, open);
    yield* side === 'accepted'
      ? accepted(properties, base, open)
      : refused(properties, base, forbidsOthers, open);
  });
}

/** Makes an object of the required properties that have samples. */
function* exampleOf(properties: Properties, open: Open): Steps<ObjectValues> {
  const example: Record<string, unknown> = {};
  for (const [name, property] of properties) {
    if (!property.required) continue;
    const value = yield* firstInTurns(property.samples(undefined, open).accepted);
    if (value !== undefined) example[name] = value;
  }
  return example;
}

function* accepted(properties: Properties, base: ObjectValues, open: Open): Iterable<unknown> {
  yield base;
  for (const [name, property] of properties) {
    if (Object.hasOwn(base, name) && !property.required) yield without(base, name);
    yield* changed(base, name, property.samples(base[name], open).accepted);
  }
}

function* refused(
  properties: Properties,
  base: ObjectValues,
  forbidsOthers: boolean,
  open: Open,
): Iterable<unknown> {
  for (const [name, property] of properties) {
    yield without(base, name);
    yield* changed(base, name, property.samples(base[name], open).refused);
  }
  if (forbidsOthers) yield { ...base, [unusedName(properties)]: 'text' };
  yield yield* allWrong(properties, base, open);
}

function changed(base: ObjectValues, name: string, values: Iterable<unknown>): Iterable<unknown> {
  return replacing(base[name], values, (value) => ({ ...base, [name]: value }));
}

function without(base: ObjectValues, name: string): ObjectValues {
  const { [name]: _, ...others } = base;
  return others;
}

function unusedName(properties: Properties): string {
  const names = new Set(properties.map(([name]) => name));
  let name = 'unknown';
  while (names.has(name)) name += '_';
  return name;
}

/** Replaces each property with the first value that it refuses. */
function* allWrong(properties: Properties, base: ObjectValues, open: Open): Steps<ObjectValues> {
  const wrong: Record<string, unknown> = {};
  for (const [name, property] of properties) {
    const value = yield* firstInTurns(property.samples(base[name], open).refused);
    if (value !== undefined) wrong[name] = value;
  }
  return { ...base, ...wrong };
}
