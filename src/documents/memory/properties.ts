import { combinedIn } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn, plain } from '../ids.ts';
import { itemsOf, type Located, partsOf, step, within } from '../located.ts';
import type { References } from '../references.ts';
import { MadeOnce, objectsIn, possibleTypes, propertiesIn } from '../schema.ts';

/** The properties that the schemas of items, and of what items are sent in, declare. */

export interface Property {
  readonly schema: Located;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  /** True if each kind of a union has it. */
  readonly isCommon: boolean;
}

export type Properties = ReadonlyMap<string, Property>;

const known = new MadeOnce<Properties>();
const none: Properties = new Map();

/** Tells whether a schema has others as its parts. */
function isCombined({ value }: Located): boolean {
  return ['$ref', 'allOf', 'oneOf', 'anyOf'].some((keyword) => step(value, keyword) !== undefined);
}

/** The properties of an object, in the order in which they are declared. */
export function propertiesOf(schema: Located, reader: FieldReader): Properties {
  // Most are schemas of texts and numbers, of which there may be very many.
  if (!isCombined(schema) && step(schema.value, 'properties') === undefined) return none;
  return known.of(schema, reader.references, (target) => newProperties(target, reader));
}

function newProperties(schema: Located, reader: FieldReader): Properties {
  const { references } = reader;
  const objects = objectsIn([schema], references);
  const all = combinedIn([schema], references);
  const required = new Set(
    all.flatMap((each) => itemsOf(within(each, 'required')).map(({ value }) => value)),
  );
  const declared = objects ? propertiesIn(objects) : declaredIn(all);
  const kinds = objects
    ? []
    : kindsOf(schema, reader).map((kind) => declaredIn(combinedIn([kind], references)));
  const counts = new Map<string, number>();
  for (const kind of kinds) for (const name of kind.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    Array.from(declared, ([name, part]) => {
      const isReadOnly = isOfReplies(part, references);
      const isCommon = kinds.length === 0 || counts.get(name) === kinds.length;
      return [name, { schema: part, isReadOnly, isRequired: required.has(name) && isCommon, isCommon }];
    }),
  );
}

const knownSides = new MadeOnce<boolean>();

/** Tells whether only replies have a property. What it refers to is looked at once, as that may be a large union. */
function isOfReplies(part: Located, references: References): boolean {
  const isReadOnly = ({ value }: Located) => Object(value).readOnly === true;
  if (isReadOnly(part) || !isCombined(part)) return isReadOnly(part);
  return knownSides.of(part, references, (target) => combinedIn([target], references).some(isReadOnly));
}

/** The properties of any kind of a union. */
function declaredIn(all: readonly Located[]): ReadonlyMap<string, Located> {
  return new Map(all.flatMap((each) => partsOf(within(each, 'properties'))));
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
export function itemSchemaIn(schema: Located, search: ItemSearch): Located {
  const { listed, sent, parameter, reader } = search;
  if (parameter === undefined) return singleIn(schema, search);
  const idIn = (each: Properties) => idNameIn([...each.keys()], parameter);
  const declared = propertiesOf(schema, reader);
  const held = [...declared].flatMap(([name, each]) => {
    const id = idIn(propertiesOf(each.schema, reader));
    return id === undefined ? [] : [{ name, id, schema: each.schema }];
  });
  const wanted = listed && reader.references.follow(listed).value;
  const isListed = (each: Located) =>
    combinedIn([each], reader.references).some(({ value }) => value === wanted);
  const inList = held.find((each) => isListed(each.schema));
  if (inList) return inList.schema;
  const [inner] = held;
  const own = idIn(declared);
  if (own === undefined && !inner) return singleIn(schema, search);
  const isKnown = (each: string) => each !== inner?.name && declared.has(each);
  const isItem =
    (own !== undefined && inner !== undefined && isBetterId(own, inner.id, parameter)) ||
    sent.some((each) => [...propertiesOf(each, reader).keys()].some(isKnown));
  return inner && !isItem ? inner.schema : schema;
}

/** Tells whether an object has its id in a property: one beside an item may be called `code`, too. */
function isBetterId(name: string, inner: string, parameter: string): boolean {
  return plain(name) === plain(inner) || plain(parameter).endsWith(plain(name));
}

/** Finds the schema of a single item, of which requests send properties, and of its envelope none but itself. */
function singleIn(schema: Located, { sent, reader }: ItemSearch): Located {
  const declared = propertiesOf(schema, reader);
  const names = new Set(sent.flatMap((each) => namesIn(propertiesOf(each, reader), reader)));
  const held = [...declared].find(([, each]) =>
    [...propertiesOf(each.schema, reader).keys()].some((name) => names.has(name)),
  );
  const isAlone = held && [...declared.keys()].every((name) => name === held[0] || !names.has(name));
  return isAlone ? held[1].schema : schema;
}

/** The names of properties, and of those in them. */
export function namesIn(properties: Properties, reader: FieldReader): readonly string[] {
  return [...properties].flatMap(([name, { schema }]) => [name, ...propertiesOf(schema, reader).keys()]);
}

interface ItemSearch {
  readonly listed: Located | undefined;
  readonly sent: readonly Located[];
  /** Undefined if there is only one item. */
  readonly parameter: string | undefined;
  readonly reader: FieldReader;
}
