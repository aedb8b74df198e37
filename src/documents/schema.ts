import type { AnyField } from '../fields/field.ts';
import type { Items } from '../fields/lengths.ts';
import { linear } from '../fields/pattern.ts';
import type { Pattern } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { greatest, smallest } from '../text/extremes.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { ensure, once, remembering } from '../text/memo.ts';
import { atOnce, isDue, type Steps } from '../text/turns.ts';
import { optionalField } from './checks.ts';
import { eachItemOf, itemsOf, type Located, partsOf, within } from './located.ts';
import { type References, referenceTo } from './references.ts';

/** A schema, as written in a document. */
export type Schema = Readonly<Record<string, unknown>>;

/** The value of a keyword if it is a finite number. */
export function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value of a keyword if it is a whole number of at least 0. */
export function lengthIn(schema: Schema, keyword: string): number | undefined {
  const value = numberIn(schema, keyword);
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Tells whether any value is within two bounds, either of which may be missing. */
export function isOrdered(least: number | undefined, most: number | undefined): boolean {
  return least === undefined || most === undefined || least <= most;
}

/** The types that a schema names; if none, the one that its keywords imply. */
export function typesOf(schema: Schema): readonly string[] {
  return namedTypes(schema) ?? impliedTypes(schema).slice(0, 1);
}

/** The types that a schema names; undefined if it names none. */
function namedTypes({ type }: Schema): readonly string[] | undefined {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : undefined;
}

/** Finds the only member of a union that takes values of a type; undefined if others may take them, or none does. */
export function onlyTaking(
  members: readonly Located[],
  type: string,
  references: References,
): { readonly member: Located; readonly at: number } | undefined {
  const isNamed = ({ value }: Located) => !isRecord(value) || namedTypes(value)?.includes(type) !== false;
  const mayTake = (member: Located) => isNamed(member) && isNamed(references.follow(member));
  const at = members.findIndex(mayTake);
  const member = members[at];
  const isOnly = member && members.findLastIndex(mayTake) === at;
  return isOnly && possibleTypes(member, references).includes(type) ? { member, at } : undefined;
}

/** The types that have keywords in a schema. */
function impliedTypes(schema: Schema): readonly string[] {
  return implications
    .filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))
    .map(([type]) => type);
}

/** Keywords that name a type, or schemas that may. */
const naming: readonly string[] = ['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'];

/**
 * The types that have keywords in a part of a schema that names none itself; none if one of them is an object. Such a part says
 * nothing of values of other types: the other parts do.
 */
export function typesBeside(part: Schema): readonly string[] {
  const types = naming.every((keyword) => part[keyword] === undefined) ? impliedTypes(part) : [];
  return types.includes('object') ? [] : types;
}

/** The type of a value, as schemas name it. */
export function typeNamed(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof InexactNumber ? 'number' : typeof value;
}

const implications: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Keywords that do not restrict values. */
const annotations: ReadonlySet<string> = new Set(
  `title description default example examples deprecated readOnly writeOnly
    xml externalDocs $schema $id $comment $defs definitions $anchor`.split(/\s+/),
);

const plainTypes: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'string']);

/** The rules of a schema of texts, numbers or booleans as a key to compare; undefined if it has nested values. */
export function plainRules(schema: Schema): string | undefined {
  if (!plainTypes.has(schema.type)) return undefined;
  let rules = '';
  for (const key of Object.keys(schema)) {
    if (isAnnotation(key)) continue;
    const value = schema[key];
    if (typeof value === 'object') return undefined;
    rules += `${key} ${JSON.stringify(value)}\n`;
  }
  return rules;
}

function isAnnotation(key: string): boolean {
  return annotations.has(key) || key.startsWith('x-');
}

/** Tells whether a schema, apart from some keywords, leaves values unrestricted. */
export function isFree(schema: Schema, ...except: readonly string[]): boolean {
  return Object.keys(schema).every((key) => isAnnotation(key) || except.includes(key));
}

/** What is made of schemas, once for each: a value may have thousands of places for the same one. */
export class MadeOnce<Made> {
  readonly #most: number;
  #known = new WeakMap<object, { readonly at: string; readonly made: Made }>();
  #count = 0;

  /** Forgets everything whenever it has made as much as this. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Returns what is made of a schema. One that only refers to another is that other one. */
  of(schema: Located, references: References, make: (schema: Located) => Made): Made {
    const target = isFree(Object(schema.value), '$ref') ? references.follow(schema) : schema;
    const { value, at } = target;
    if (!isRecord(value)) return make(target);
    const known = this.#known.get(value);
    // A file may be read twice, at two addresses.
    if (known?.at === at) return known.made;
    const made = make(target);
    if (this.#count++ >= this.#most) {
      this.#known = new WeakMap();
      this.#count = 1;
    }
    this.#known.set(value, { at, made });
    return made;
  }
}

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
    ...(least.length > 0 && { minItems: greatest(least) }),
    ...(most.length > 0 && { maxItems: smallest(most) }),
  };
}

function lengthsIn(schemas: ObjectSchema, keyword: string): number[] {
  return schemas.map(({ value }) => lengthIn(value, keyword)).filter((length) => length !== undefined);
}

/** Merges the keywords of all schemas; later ones win. */
export function mergedOf(schemas: readonly Located[]): Schema {
  return Object.fromEntries(schemas.flatMap(({ value }) => Object.entries(Object(value))));
}

/** The schemas of the declared properties: of each, all that declare it, and those of patterns that its name matches. */
export function propertiesIn(schemas: ObjectSchema): ReadonlyMap<string, Located> {
  const [only, ...others] = schemas;
  if (only && others.length === 0 && only.value.patternProperties === undefined)
    return new Map(partsOf(within(only, 'properties')));
  const properties = new Map<string, [Located, ...Located[]]>();
  for (const each of schemas)
    for (const [name, part] of partsOf(within(each, 'properties'))) {
      const parts = properties.get(name);
      if (parts) parts.push(part);
      else properties.set(name, [part]);
    }
  const patterned = schemasByPattern(schemas);
  return new Map([...properties].map(([name, parts]) => [name, combined([...parts, ...patterned(name)])]));
}

/** Finds the same for one name at a time. */
export function propertyFinder(schemas: ObjectSchema): (name: string) => Located | undefined {
  const all = schemas.map((each) => within(each, 'properties')).filter(({ value }) => isRecord(value));
  const patterned = schemasByPattern(schemas);
  return (name) => {
    const parts = all.map((each) => within(each, name)).filter(({ value }) => value !== undefined);
    return parts.length > 0 ? combined([...parts, ...patterned(name)]) : undefined;
  };
}

/** Patterns of property names, each with the schema of the values. */
export function patternsIn(schemas: ObjectSchema): readonly (readonly [pattern: string, schema: Located])[] {
  return schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
}

/** Finds the schemas of all patterns that a name matches. */
export function schemasByPattern(schemas: ObjectSchema): (name: string) => readonly Located[] {
  const find = patternFinder(schemas);
  return (name) => atOnce(find(name));
}

/** Finds them in steps: there may be thousands, each of which is compiled for the first name. */
export function patternFinder(schemas: ObjectSchema): (name: string) => Steps<readonly Located[]> {
  const all = patternsIn(schemas).map(([source, schema]) => ({
    pattern: once(() => compilePattern(source)),
    schema,
  }));
  return function* (name) {
    const found: Located[] = [];
    for (const [at, { pattern, schema }] of all.entries()) {
      if (at % TRIED_AT_ONCE === 0 && isDue()) yield;
      if (pattern()?.test(name)) found.push(schema);
    }
    return found;
  };
}

/** The patterns that are tried in a step. */
const TRIED_AT_ONCE = 16;

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
  return schemas.flatMap(({ value: { required } }) => (Array.isArray(required) ? required.map(String) : []));
}

/** The limit on the parts of a schema. */
const MAX_PARTS = 1000;

/** The schemas that a value must meet: those in an `allOf` or behind a reference, each once, and then the schema itself. */
export function partsOfSchema(
  schema: Located,
  references: References,
  seen = new Set<unknown>(),
): ObjectSchema {
  const parts: LocatedSchema[] = [];
  addParts(schema, { references, seen, parts });
  return parts;
}

interface Parts {
  readonly references: References;
  readonly seen: Set<unknown>;
  readonly parts: LocatedSchema[];
}

function addParts({ value, at }: Located, found: Parts): void {
  const { references, seen, parts } = found;
  if (!isRecord(value) || seen.has(value) || seen.size > MAX_PARTS) return;
  seen.add(value);
  const { $ref, allOf, ...own } = value;
  if (typeof $ref === 'string') addParts(references.find($ref, at), found);
  for (const part of itemsOf(within({ value, at }, 'allOf'))) addParts(part, found);
  parts.push({ value: own, at });
}

/** The parts of a schema, and of the members of its unions. */
export function partsWithMembers(
  schema: Located,
  references: References,
  seen = new Set<unknown>(),
): ObjectSchema {
  const parts = partsOfSchema(schema, references, seen);
  const inMembers = ofMembers(parts, seen, (member) => partsWithMembers(member, references, seen));
  return [...parts, ...inMembers];
}

/** The number of parts of a document of which something that was found is kept, in some 400 bytes each. */
const MAX_FOUND = 20_000;

/** Makes a function that finds something in each part of a document once: thousands of places may refer to the same one. */
export function findingOnce<Found>(
  find: (part: Located, references: References) => Found,
): (part: Located, references: References) => Found {
  const known = new WeakMap<References, MadeOnce<Found>>();
  return (part, references) =>
    ensure(known, references, () => new MadeOnce<Found>(MAX_FOUND)).of(part, references, (target) =>
      find(target, references),
    );
}

/** The types that values of a schema may have, as its parts and the members of a union name them; if none does, as keywords imply. */
export const possibleTypes = findingOnce((schema, references) => typesAmong(schema, references));

function typesAmong(schema: Located, references: References, seen = new Set<unknown>()): readonly string[] {
  const parts = partsOfSchema(schema, references, seen);
  const typesOfMembers = (part: LocatedSchema) =>
    ofMembers([part], seen, (member) => typesAmong(member, references, seen));
  const named = parts.flatMap((part) => namedTypes(part.value) ?? typesOfMembers(part));
  return named.length > 0 ? named : parts.flatMap(({ value }) => typesOf(value));
}

/** Finds something in each member of the unions among some parts, as long as more parts may be seen. */
export function ofMembers<Found>(
  parts: ObjectSchema,
  seen: ReadonlySet<unknown>,
  findIn: (member: Located) => Iterable<Found>,
): Found[] {
  const found: Found[] = [];
  for (const part of parts)
    for (const keyword of ['anyOf', 'oneOf'])
      for (const member of eachItemOf(within(part, keyword))) {
        if (seen.size > MAX_PARTS) return found;
        for (const each of findIn(member)) found.push(each);
      }
  return found;
}

/**
 * Collects the object schemas in the parts of an `allOf`, and in those that they refer to, each once; undefined if a part is
 * anything else.
 */
export function objectsIn(
  parts: readonly Located[],
  references: References,
  seen = new Set<unknown>(),
  found: LocatedSchema[] = [],
): ObjectSchema | undefined {
  for (const { value, at } of parts) {
    if (!isRecord(value) || seen.size > MAX_PARTS) return undefined;
    if (seen.has(value)) continue;
    seen.add(value);
    const { allOf, $ref, ...own } = value;
    const target = typeof $ref === 'string' ? [references.find($ref, at)] : [];
    const inner = Array.isArray(allOf) ? itemsOf(within({ value, at }, 'allOf')) : [];
    const others = [...target, ...inner];
    const saysMore = others.length === 0 || !isFree(own, 'type');
    const types = others.length > 0 ? namedTypes(own) : typesOf(own);
    if (saysMore && (isCombined(own) || types?.some((type) => type !== 'object'))) return undefined;
    if (!objectsIn(others, references, seen, found)) return undefined;
    if (saysMore) found.push({ value: own, at });
  }
  return found;
}

function isCombined({ enum: values, anyOf, oneOf, const: value, not }: Schema): boolean {
  return [values, anyOf, oneOf, value, not].some((each) => each !== undefined);
}

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
export function propertiesOf(schemas: ObjectSchema, isForeign?: IsForeign): Property[] {
  return [...eachPropertyOf(schemas, isForeign)];
}

/** The same, one after the other: there may be thousands. */
export function* eachPropertyOf(
  schemas: ObjectSchema,
  isForeign: IsForeign = () => false,
): Iterable<Property> {
  const declared = propertiesIn(schemas);
  const required = new Set(requiredNames(schemas));
  const other = combined(keywordIn(schemas, 'additionalProperties')) ?? anything;
  const patterned = schemasByPattern(schemas);
  for (const name of new Set([...declared.keys(), ...required])) {
    const schema = declared.get(name) ?? combined(patterned(name)) ?? other;
    yield { name, schema, isRequired: required.has(name) && !isForeign(schema) };
  }
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

/** The most patterns that are kept, of some 7 KB each: those of a document are compiled at its start, to report what is not checked. */
export const MAX_PATTERNS = 1000;

/** Compiles a pattern as pydantic reads it; undefined if it is invalid, or if no engine matches it in linear time. */
export function compilePattern(source: string): Pattern | undefined {
  return compiled(source).pattern;
}

const compiled = remembering((source) => ({ pattern: compiledPattern(source) }), MAX_PATTERNS);

function compiledPattern(source: string): Pattern | undefined {
  try {
    return linear(source);
  } catch {
    return undefined;
  }
}

/** Tells whether a media type is JSON, or a range that includes it. */
export function isJson(type: string): boolean {
  return /^(?:application\/(?:[\w.!#$&^+-]{1,100}\+)?json|\*\/\*|application\/\*)(?:;|$)/i.test(type);
}

/** Tells whether a media type is that of a form. */
export function isForm(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)(?:;|$)/i.test(type);
}
