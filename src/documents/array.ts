import { Found, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { checkItems, type Items, tooFew, tooMany } from '../fields/lengths.ts';
import { list, partsInSteps, set, setSamples } from '../fields/list.ts';
import { unknown } from '../fields/optional.ts';
import { tupleOf, tupleSamples } from '../fields/tuple.ts';
import { isRecord } from '../fields/values.ts';
import { maySpend } from '../fields/work.ts';
import { matching, never, optionalField, refusing, testInSteps, wrong } from './checks.ts';
import { comparable } from './choice.ts';
import type { Dialect } from './dialect.ts';
import { Distinct } from './equals.ts';
import { itemsOf, type Located, textIn, within } from './located.ts';
import { isOrdered, type LocatedSchema, lengthIn, type Schema } from './schema.ts';

/** Makes the field of an array. As in pydantic, one with unique items is a set, and one with `prefixItems` a tuple. */
export function arrayField(
  schema: LocatedSchema,
  fieldOf: FieldOf,
  { dialect, name }: ArrayOptions,
): AnyField {
  const { value } = schema;
  const items = itemsIn(value);
  const { minItems, maxItems } = items;
  if (!isOrdered(minItems, maxItems)) return never('minItems');
  const prefix = itemsOf(within(schema, 'prefixItems'));
  if (dialect.hasNamedTuples && name !== undefined && isNamedTuple(value))
    return namedTuple(prefix, minItems ?? 0, name, fieldOf);
  const places = prefix.map(fieldOf);
  if (places.length > 0 && minItems === places.length && maxItems === places.length) return tupleOf(places);
  const rest = within(schema, 'items');
  const item = isRecord(rest.value) ? fieldOf(rest) : rest.value === false ? never('items') : unknown();
  if (places.length > 0) return placed(places, item, items);
  if (value.uniqueItems !== true) return list(item, items);
  if (dialect.hasSets) return set(hashable(item), items);
  const unique = derive(list(item, items), {
    samples: (like, open) => setSamples(item, items, like, open),
  });
  return matching(unique, 'uniqueItems', isUnique);
}

interface ArrayOptions {
  readonly dialect: Dialect;
  /** The name of the component, if the schema is one. */
  readonly name: string | undefined;
}

/** Reads the bounds on the number of items. */
export function itemsIn(schema: Schema): Items {
  const minItems = lengthIn(schema, 'minItems');
  const maxItems = lengthIn(schema, 'maxItems');
  return { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) };
}

/** An array with a separate field for each of its first items. */
function placed(places: readonly AnyField[], rest: AnyField, items: Items): AnyField {
  checkItems(items);
  return derive(unknown(), {
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('tuple_type', raw);
      const wrongLength = tooMany(items, raw.length, raw, 'Tuple') ?? tooFew(items, raw.length, raw, 'Tuple');
      if (wrongLength) return wrongLength;
      const found = new Found();
      const values = raw.map((each, at) => (places[at] ?? rest).parse(each, fit));
      for (const [at, each] of values.entries()) if (each instanceof Issues) found.add(each, [at]);
      return found.issues ?? values;
    },
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: places.map((each) => each.describe(side, definitions)),
    }),
    typeName: () => 'tuple',
    samples: (like, open) => tupleSamples(places, like, open),
    takesAnyText: false,
  });
}

/** Makes a field that refuses items that Python can't put into a set: lists and objects. */
function hashable(item: AnyField): AnyField {
  const isList = (value: unknown) => Array.isArray(value) && !item.typeName().startsWith('tuple[');
  return refusing(item, 'set_item_not_hashable', (value) => isRecord(value) || isList(value));
}

/** Tells whether no two items are equal. A single one may have lists in lists within it, each of which is looked through, too. */
const isUnique = testInSteps(function* (sent) {
  const raw: readonly unknown[] = Object(sent);
  const others = new Distinct();
  let isRepeated = false;
  const addAt = (item: unknown) => {
    isRepeated = !maySpend(1) || !others.add(item, () => comparable(item));
    return isRepeated;
  };
  if (raw.length > 1) yield* partsInSteps(unknown(), raw.keys(), { raw, addAt });
  return !isRepeated;
});

interface Member {
  readonly name: string;
  readonly item: AnyField;
}

/** Recognizes pydantic's schema of a named tuple: its items have titles, and it has none itself. */
function isNamedTuple({ title, prefixItems }: Schema): boolean {
  const items = Array.isArray(prefixItems) ? prefixItems.filter(isRecord) : [];
  return title === undefined && items.some((item) => item.title !== undefined);
}

/** Makes the field of a named tuple. Pydantic reads it like the arguments of a call: from a list, or by name from an object. */
function namedTuple(places: readonly Located[], least: number, name: string, fieldOf: FieldOf): AnyField {
  const members = places.map((place, at) => memberOf(place, at >= least, fieldOf));
  const items = members.map(({ item }) => item);
  return derive(unknown(), {
    parse(raw) {
      if (Array.isArray(raw)) return fromList(members, raw);
      return isRecord(raw) ? fromObject(members, raw) : wrong('arguments_type', raw);
    },
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: items.map((item) => item.describe(side, definitions)),
    }),
    typeName: () => `call[${name}]`,
    samples: (like, open) => tupleSamples(items, like, open),
    takesAnyText: false,
  });
}

type FieldOf = (schema: Located) => AnyField;

/** Makes a member. Its name is derived from its title, since the document has no other. */
function memberOf(place: Located, isOptional: boolean, fieldOf: FieldOf): Member {
  const title = textIn(place, 'title') ?? String(within(place, '$ref').value).replace(/^.*\//, '');
  const item = fieldOf(place);
  return {
    name: title.toLowerCase().replaceAll(' ', '_'),
    item: isOptional ? optionalField(item, place.value) : item,
  };
}

function fromList(members: readonly Member[], raw: readonly unknown[]): unknown {
  const found = new Found();
  const values = members.map(({ name, item }, at) =>
    at < raw.length ? collected(item.parse(raw[at]), found, at) : collected(absent(item, raw), found, name),
  );
  for (const [at, extra] of raw.entries())
    if (at >= members.length) collected(wrong('unexpected_positional_argument', extra), found, at);
  return found.issues ?? values;
}

function fromObject(members: readonly Member[], raw: Readonly<Record<string, unknown>>): unknown {
  const found = new Found();
  const values = members.map(({ name, item }) =>
    collected(Object.hasOwn(raw, name) ? item.parse(raw[name]) : absent(item, raw), found, name),
  );
  const known = new Set(members.map(({ name }) => name));
  for (const name of Object.keys(raw))
    if (!known.has(name)) collected(wrong('unexpected_keyword_argument', raw[name]), found, name);
  return found.issues ?? values;
}

function absent(item: AnyField, raw: unknown): unknown {
  return item.absent ? item.absent(raw) : wrong('missing_argument', raw);
}

function collected(value: unknown, found: Found, place: string | number): unknown {
  if (value instanceof Issues) found.add(value, [place]);
  return value;
}
