import { type Issue, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { checkItems, type Items, list, set, tooFew, tooMany, tuple, tupleSamples } from '../fields/list.ts';
import { unknown } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { canonical } from './canonical.ts';
import { matching, never, refusing } from './checks.ts';
import { wrong } from './issues.ts';
import { isNamedTuple, namedTuple } from './named-tuple.ts';
import type { FieldOf, LocatedSchema } from './object-schema.ts';
import { itemsOf, within } from './references.ts';
import { isOrdered, lengthIn, type Schema } from './schema.ts';

/** Makes the field of an array. As in pydantic, one with unique items is a set, and one with `prefixItems` a tuple. */
export function arrayField(
  schema: LocatedSchema,
  fieldOf: FieldOf,
  { isFastapi, name }: ArrayOptions,
): AnyField {
  const { value } = schema;
  const items = itemsIn(value);
  const { minItems, maxItems } = items;
  if (!isOrdered(minItems, maxItems)) return never('minItems');
  const prefix = itemsOf(within(schema, 'prefixItems'));
  if (isFastapi && name !== undefined && isNamedTuple(value))
    return namedTuple(prefix, minItems ?? 0, name, fieldOf);
  const places = prefix.map(fieldOf);
  if (places.length > 0 && minItems === places.length && maxItems === places.length) return tuple(...places);
  const rest = within(schema, 'items');
  const item = isRecord(rest.value) ? fieldOf(rest) : rest.value === false ? never('items') : unknown();
  if (places.length > 0) return placed(places, item, items);
  if (value.uniqueItems !== true) return list(item, items);
  return isFastapi ? set(hashable(item), items) : matching(list(item, items), 'uniqueItems', isUnique);
}

interface ArrayOptions {
  readonly isFastapi: boolean;
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
      const issues: Issue[] = [];
      const values = raw.map((each, at) => (places[at] ?? rest).parse(each, fit));
      for (const [at, each] of values.entries()) if (each instanceof Issues) each.collect(issues, [at]);
      return Issues.of(issues) ?? values;
    },
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: places.map((each) => each.describe(side, definitions)),
      ...items,
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

function isUnique(raw: unknown): boolean {
  return Array.isArray(raw) && new Set(raw.map(canonical)).size === raw.length;
}
