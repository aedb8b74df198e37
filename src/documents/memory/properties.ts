import { atOnce, eachInSteps, isDue, type Steps } from '../../text/turns.ts';
import { combinedIn, combinedInSteps } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn, plain } from '../ids.ts';
import { eachItemOf, eachPartOf, itemsOf, type Located, step, within } from '../located.ts';
import type { References } from '../references.ts';
import { MadeOnce, type ObjectSchema, objectsIn, possibleTypes, propertiesIn } from '../schema.ts';
import { FoundOnce } from './found.ts';

/** The properties that the schemas of items, and of what items are sent in, declare. */

export interface Property {
  readonly schema: Located;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  /** True if each kind of a union has it. */
  readonly isCommon: boolean;
}

export type Properties = ReadonlyMap<string, Property>;

/** What a schema weighs without properties. */
const SCHEMA_WEIGHT = 5;
const known = new FoundOnce<Properties>(({ size }) => SCHEMA_WEIGHT + size);
const none: Properties = new Map();

/** Tells whether a schema has others as its parts. */
function isCombined({ value }: Located): boolean {
  return ['$ref', 'allOf', 'oneOf', 'anyOf'].some((keyword) => step(value, keyword) !== undefined);
}

/** The properties of an object, in the order in which they are declared. */
export function propertiesOf(schema: Located, reader: FieldReader): Properties {
  return hasNone(schema) ? none : atOnce(propertiesInSteps(schema, reader));
}

/** The same in steps: there may be very many. */
export function* propertiesInSteps(schema: Located, reader: FieldReader): Steps<Properties> {
  if (hasNone(schema)) return none;
  return yield* known.of(schema, reader.references, (target) => newProperties(target, reader));
}

/** Tells whether a schema declares no properties, as those of texts and numbers, of which there may be very many. */
function hasNone(schema: Located): boolean {
  return !isCombined(schema) && step(schema.value, 'properties') === undefined;
}

function* newProperties(schema: Located, reader: FieldReader): Steps<Properties> {
  const { references } = reader;
  const objects = objectsIn([schema], references);
  const all = yield* combinedInSteps([schema], references);
  const required = new Set<unknown>();
  for (const each of all)
    for (const { value } of eachItemOf(within(each, 'required'))) {
      required.add(value);
      if (isDue()) yield;
    }
  const declared = objects ? yield* propertiesOfObjects(objects) : yield* declaredIn(all);
  const kinds = objects ? [] : kindsOf(schema, reader);
  const counts = new Map<string, number>();
  for (const kind of kinds)
    for (const name of (yield* declaredIn(yield* combinedInSteps([kind], references))).keys())
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const properties = new Map<string, Property>();
  for (const [name, part] of declared) {
    const isReadOnly = isOfReplies(part, references);
    const isCommon = kinds.length === 0 || counts.get(name) === kinds.length;
    properties.set(name, { schema: part, isReadOnly, isRequired: required.has(name) && isCommon, isCommon });
    if (isDue()) yield;
  }
  return properties;
}

function* propertiesOfObjects(objects: ObjectSchema): Steps<ReadonlyMap<string, Located>> {
  const isPlain = objects.length === 1 && objects[0]?.value.patternProperties === undefined;
  return isPlain ? yield* declaredIn(objects) : propertiesIn(objects);
}

const knownSides = new MadeOnce<boolean>();

/** Tells whether only replies have a property. What it refers to is looked at once, as that may be a large union. */
function isOfReplies(part: Located, references: References): boolean {
  const isReadOnly = ({ value }: Located) => Object(value).readOnly === true;
  if (isReadOnly(part) || !isCombined(part)) return isReadOnly(part);
  return knownSides.of(part, references, (target) => combinedIn([target], references).some(isReadOnly));
}

/** The properties of any kind of a union. */
function* declaredIn(all: readonly Located[]): Steps<ReadonlyMap<string, Located>> {
  const declared = new Map<string, Located>();
  for (const each of all)
    for (const [name, part] of eachPartOf(within(each, 'properties'))) {
      declared.set(name, part);
      if (isDue()) yield;
    }
  return declared;
}

/** The members of a union that are objects; none if a schema is no union. */
export function kindsOf(schema: Located, { references }: FieldReader): readonly Located[] {
  const target = references.follow(schema);
  const members = ['oneOf', 'anyOf'].flatMap((keyword) => itemsOf(within(target, keyword)));
  return members
    .map((each) => references.follow(each))
    .filter((each) => possibleTypes(each, references).includes('object'));
}

/**
 * Finds the schema of an item in that of a reply, which may have it in an envelope. `listed` is the schema of the items of the list,
 * and `sent` has those of requests, by which an item with an object in it is known.
 */
export function* itemSchemaIn(schema: Located, search: ItemSearch): Steps<Located> {
  const { listed, sent, parameter, reader } = search;
  if (parameter === undefined) return yield* singleIn(schema, search);
  const idIn = (each: Properties) => idNameIn([...each.keys()], parameter);
  const declared = yield* propertiesInSteps(schema, reader);
  const held: { readonly name: string; readonly id: string; readonly schema: Located }[] = [];
  for (const [name, each] of declared) {
    const id = idIn(yield* propertiesInSteps(each.schema, reader));
    if (id !== undefined) held.push({ name, id, schema: each.schema });
    if (isDue()) yield;
  }
  const wanted = listed && reader.references.follow(listed).value;
  const isListed = (each: Located) =>
    combinedIn([each], reader.references).some(({ value }) => value === wanted);
  const inList = held.find((each) => isListed(each.schema));
  if (inList) return inList.schema;
  const [inner] = held;
  const own = idIn(declared);
  if (own === undefined && !inner) return yield* singleIn(schema, search);
  const isKnown = (each: string) => each !== inner?.name && declared.has(each);
  const isItem =
    (own !== undefined && inner !== undefined && isBetterId(own, inner.id, parameter)) ||
    (yield* eachInSteps(sent, (each) => propertiesInSteps(each, reader))).some((each) =>
      [...each.keys()].some(isKnown),
    );
  return inner && !isItem ? inner.schema : schema;
}

/** Tells whether an object has its id in a property: one beside an item may be called `code`, too. */
function isBetterId(name: string, inner: string, parameter: string): boolean {
  return plain(name) === plain(inner) || plain(parameter).endsWith(plain(name));
}

/** Finds the schema of a single item, of which requests send properties, and of its envelope none but itself. */
function* singleIn(schema: Located, { sent, reader }: ItemSearch): Steps<Located> {
  const declared = yield* propertiesInSteps(schema, reader);
  const names = yield* namesIn(sent, reader);
  for (const [name, each] of declared) {
    const inner = yield* propertiesInSteps(each.schema, reader);
    if ([...inner.keys()].some((key) => names.has(key))) {
      const isAlone = [...declared.keys()].every((other) => other === name || !names.has(other));
      return isAlone ? each.schema : schema;
    }
    if (isDue()) yield;
  }
  return schema;
}

/** The names of the properties of schemas, and of those in them. */
export function* namesIn(schemas: readonly Located[], reader: FieldReader): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const each of schemas)
    for (const [name, { schema }] of yield* propertiesInSteps(each, reader)) {
      names.add(name);
      for (const inner of (yield* propertiesInSteps(schema, reader)).keys()) names.add(inner);
      if (isDue()) yield;
    }
  return names;
}

interface ItemSearch {
  readonly listed: Located | undefined;
  readonly sent: readonly Located[];
  /** Undefined if there is only one item. */
  readonly parameter: string | undefined;
  readonly reader: FieldReader;
}
