import { Found, type Issue, Issues, mostListed, unlisted, wrong } from '../errors/issue.ts';
import { hold } from '../text/json/reader.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import { quote } from '../text/strings.ts';
import {
  type AnyField,
  aField,
  CONVERTED,
  checkFields,
  checkLengths,
  type Field,
  type FieldDefinition,
  type Fit,
  field,
  type GivenOf,
  type JsonSchema,
  type LabelOption,
  missing,
  type ValueOf,
} from './field.ts';
import { firstOf, followedBy, MAX_REPEATED, type Open, type Samples } from './samples.ts';
import { anyText } from './text.ts';
import { isRecord } from './values.ts';
import { stepsLeft } from './work.ts';

/**
 * A JSON array of items of one kind. The path of an item's issue has its index. If there are too many items, none is checked.
 *
 * @example
 * list(integer(), { maxItems: 3 }).parse(['1', 2]) // [ 1, 2 ]
 */
export function list<Item, Given>(
  item: Field<Item, Given>,
  options?: Items & LabelOption,
): Field<readonly Item[], readonly Given[]>;
export function list<Item>(item: Field<Item>, options: Items & LabelOption = {}): Field<readonly Item[]> {
  checkFields('list', [item]);
  checkOptions('list()', options, listRules);
  checkNoMore('list()', arguments, 2);
  const { label, ...items } = options;
  checkItems(items);
  const definition: FieldDefinition<readonly Item[]> = {
    label,
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('list_type', raw);
      const wrongLength = tooMany(items, raw.length, raw, 'List');
      if (wrongLength) return wrongLength;
      const values = parseItems(item, raw, fit);
      return values instanceof Issues ? values : (tooFew(items, raw.length, raw, 'List') ?? values);
    },
    write: (values) => writeList(values, item.write),
    describe: (side, definitions) => ({
      type: 'array',
      items: item.describe(side, definitions),
      ...describeItems(items, 'Items'),
    }),
    typeName: () => `list[${item.typeName()}]`,
    samples: (like, open) => listSamples(item, items, like, open),
  };
  return Object.keys(items).length > 0
    ? field(definition)
    : field(definition, { writeValid: validItemWriter(item) });
}

/** The steps in which issues are counted that are not listed: those of most bodies of 64 KB, but not of all unions. */
const STEPS_OF_COUNTING = 100_000;

/** What is wrong with the items of a list. */
class FoundInItems extends Found {
  #count = 0;
  #end: number | undefined;

  /** Tells whether the items that are left need not be read: of those beyond what is listed, nobody knows how many are wrong. */
  addAt(issues: Issues, at: string | number): boolean {
    this.add(issues, [at]);
    this.#count += issues.count;
    if (this.#count < mostListed()) return false;
    this.#end ??= stepsLeft() - STEPS_OF_COUNTING;
    const isEnough = stepsLeft() < this.#end;
    if (isEnough) this.add(unlisted(Number.POSITIVE_INFINITY));
    return isEnough;
  }
}

/** Returns `raw` itself if nothing in it is changed. */
function parseItems<Item>(item: Field<Item>, raw: readonly unknown[], fit?: Fit): readonly Item[] | Issues {
  let values: unknown[] | undefined;
  let found: FoundInItems | undefined;
  for (let at = 0; at < raw.length; at++) {
    const value = raw[at];
    const result = item.parse(value, fit);
    if (result instanceof Issues) {
      found ??= new FoundInItems();
      if (found.addAt(result, at)) break;
    } else if (!Object.is(result, value)) {
      values ??= raw.slice();
      values[at] = result;
    }
  }
  return found?.issues ?? ((values ?? raw) as readonly Item[]);
}

/** Makes a writer for lists without bounds that checks the items too. */
function validItemWriter({ writeValid }: AnyField): AnyField['writeValid'] {
  return (values) => {
    if (!Array.isArray(values)) return wrong('list_type', values);
    const found = new Found();
    let text = '';
    for (let at = 0; at < values.length; at++) {
      const written = writeValid(values[at]);
      if (typeof written !== 'string') found.add(written, [at]);
      else text += text === '' ? written : `,${written}`;
    }
    return found.issues ?? `[${text}]`;
  };
}

/** Writes a JSON array. Joining an array of strings takes twice as long. */
function writeList<Item>(items: readonly Item[], write: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? write(item) : `,${write(item)}`;
  return `[${text}]`;
}

/** The values of several fields, in order. */
export type TupleOf<Fields extends readonly AnyField[]> = {
  readonly [At in keyof Fields]: ValueOf<Fields[At]>;
};

type GivenTuple<Fields extends readonly AnyField[]> = {
  readonly [At in keyof Fields]: GivenOf<Fields[At]>;
};

/**
 * A JSON array with exactly one item for each of these fields, in order.
 *
 * @example
 * tuple(text(), integer()).parse(['Ada', '36']) // [ 'Ada', 36 ]
 */
export function tuple<const Fields extends readonly AnyField[]>(
  ...fields: Fields
): Field<TupleOf<Fields>, GivenTuple<Fields>>;
export function tuple<Fields extends readonly AnyField[]>(...fields: Fields): Field<TupleOf<Fields>> {
  return tupleOf(fields);
}

/** The same, from an array of fields, which may be longer than an argument list. */
export function tupleOf<Fields extends readonly AnyField[]>(fields: Fields): Field<TupleOf<Fields>> {
  checkFields('tuple', fields);
  const items = { minItems: fields.length, maxItems: fields.length };
  return field<TupleOf<Fields>>({
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('tuple_type', raw);
      fit?.lower(CONVERTED);
      return tooMany(items, raw.length, raw, 'Tuple') ?? parseEach(fields, raw, fit);
    },
    write: (values) => `[${fields.map((each, at) => each.write(values[at])).join(',')}]`,
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: fields.map((each) => each.describe(side, definitions)),
      ...items,
    }),
    samples: (like, open) => tupleSamples(fields, like, open),
    typeName: () => `tuple[${fields.map((each) => each.typeName()).join(', ')}]`,
  });
}

/** Returns `raw` itself if nothing in it is changed. */
function parseEach<Fields extends readonly AnyField[]>(
  fields: Fields,
  raw: readonly unknown[],
  fit?: Fit,
): TupleOf<Fields> | Issues {
  let values: unknown[] | undefined;
  const found = new Found();
  let at = 0;
  for (const each of fields) {
    const result = at < raw.length ? each.parse(raw[at], fit) : missing(each, raw);
    if (result instanceof Issues) found.add(result, [at]);
    else if (!Object.is(result, raw[at])) {
      values ??= raw.slice();
      values[at] = result;
    }
    at++;
  }
  return found.issues ?? ((values ?? raw) as TupleOf<Fields>);
}

/**
 * A JSON array in which repeated items count once, as in a Python set.
 *
 * @example
 * set(integer()).parse([1, '1', 2]) // [ 1, 2 ]
 */
export function set<Item, Given>(
  item: Field<Item, Given>,
  options?: Items & LabelOption,
): Field<readonly Item[], readonly Given[]>;
export function set<Item>(item: Field<Item>, options: Items & LabelOption = {}): Field<readonly Item[]> {
  checkFields('set', [item]);
  checkOptions('set()', options, listRules);
  checkNoMore('set()', arguments, 2);
  const { label, ...items } = options;
  checkItems(items);
  const all = list(item);
  return field<readonly Item[]>({
    label,
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('set_type', raw);
      fit?.lower(CONVERTED);
      const values = all.parse(raw, fit);
      if (values instanceof Issues) return values;
      const single = [...new Map(values.map((value) => [item.write(value), value])).values()];
      const { length } = single;
      return tooMany(items, length, raw, 'Set') ?? tooFew(items, length, raw, 'Set') ?? single;
    },
    write: (values) => `[${[...new Set(values.map(item.write))].join(',')}]`,
    describe: (side, definitions) => ({
      ...list(item, items).describe(side, definitions),
      uniqueItems: true,
    }),
    typeName: () => `set[${item.typeName()}]`,
    samples: (like, open) => setSamples(item, items, like, open),
  });
}

/** Bounds for the number of items. */
export interface Items {
  readonly minItems?: number;
  readonly maxItems?: number;
}

const listRules: Rules<Items & LabelOption> = { minItems: aCount, maxItems: aCount, label: aString };

/** The names of containers in pydantic's messages. */
type Container = 'List' | 'Tuple' | 'Set' | 'Dictionary';

/** Checks that some number of items can be within the bounds. Anything else is a mistake in the program, and throws. */
export function checkItems(items: Items): void {
  checkLengths(lengthsOf(items));
}

/** Returns an issue if there are too many items. */
export function tooMany(
  items: Items,
  length: number,
  raw: unknown,
  container: Container,
): Issues | undefined {
  const { maxItems = Number.POSITIVE_INFINITY } = items;
  if (length <= maxItems) return undefined;
  return wrong('too_long', raw, { ...lengthsOf(items), length, container });
}

/** Returns an issue if there are too few items. */
export function tooFew(items: Items, length: number, raw: unknown, container: Container): Issues | undefined {
  const { minItems = 0 } = items;
  if (length >= minItems) return undefined;
  return wrong('too_short', raw, { ...lengthsOf(items), length, container });
}

/** Describes the bounds as JSON Schema: an array has `minItems`, an object `minProperties`. */
function describeItems({ minItems, maxItems }: Items, unit: 'Items' | 'Properties'): JsonSchema {
  return {
    ...(minItems !== undefined && { [`min${unit}`]: minItems }),
    ...(maxItems !== undefined && { [`max${unit}`]: maxItems }),
  };
}

function lengthsOf({ minItems, maxItems }: Items) {
  return {
    ...(minItems !== undefined && { minLength: minItems }),
    ...(maxItems !== undefined && { maxLength: maxItems }),
  };
}

/** The field for the names, by default any text, and bounds for the number of entries. */
export interface DictionaryOptions extends Items, LabelOption {
  readonly key?: AnyField;
}

const dictionaryRules: Rules<DictionaryOptions> = { ...listRules, key: aField };

type Entries<Value> = Readonly<Record<string, Value>>;

/**
 * A JSON object with arbitrary names, whose values are all of one kind.
 *
 * @example
 * dictionary(integer()).parse({ a: '1', b: 2 }) // { a: 1, b: 2 }
 */
export function dictionary<Value, Given>(
  item: Field<Value, Given>,
  options?: DictionaryOptions,
): Field<Entries<Value>, Entries<Given>>;
export function dictionary<Value>(
  item: Field<Value>,
  options: DictionaryOptions = {},
): Field<Entries<Value>> {
  checkFields('dictionary', [item]);
  checkOptions('dictionary()', options, dictionaryRules);
  checkNoMore('dictionary()', arguments, 2);
  const { key = anyText(), label, ...items } = options;
  checkItems(items);
  return field<Entries<Value>>({
    label,
    parse(raw, fit) {
      if (!isRecord(raw)) return wrong('dict_type', raw);
      const values = parseEntries(key, item, raw, fit);
      if (values instanceof Issues) return values;
      const { length } = Object.keys(values);
      return tooFew(items, length, raw, 'Dictionary') ?? tooMany(items, length, raw, 'Dictionary') ?? values;
    },
    write(values) {
      let text = '';
      for (const name of Object.keys(values))
        text += `${text === '' ? '' : ','}${quote(name)}:${item.write(values[name] as Value)}`;
      return `{${text}}`;
    },
    describe: (side, definitions) => ({
      type: 'object',
      additionalProperties: item.describe(side, definitions),
      ...(options.key && describeNames(key.describe('input', definitions))),
      ...describeItems(items, 'Properties'),
    }),
    samples: (like, open) => dictionarySamples(key, item, items, like, open),
    typeName: () => `dict[${key.typeName()},${item.typeName()}]`,
  });
}

/** Describes the names, which are always text: a schema of numbers would fit none. */
function describeNames(names: JsonSchema): JsonSchema {
  return names.type === undefined || names.type === 'string' ? { propertyNames: names } : {};
}

/** Returns `raw` itself if nothing in it is changed. An issue with a name has the path `[name, '[key]']`, as in pydantic. */
function parseEntries<Value>(
  key: AnyField,
  item: Field<Value>,
  raw: Entries<unknown>,
  fit?: Fit,
): Entries<Value> | Issues {
  let values: Record<string, unknown> | undefined;
  const found = new FoundInItems();
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    const read = key.takesAnyText ? name : key.parse(name, fit);
    const result = item.parse(value, fit);
    if (read instanceof Issues) found.add(read.map((issue) => ofName(issue, name)));
    if (result instanceof Issues) {
      if (found.addAt(result, name)) break;
    } else if (read !== name || !Object.is(result, value)) values ??= copyUntil(name, raw);
    if (values) hold(values, String(read), result);
  }
  return found.issues ?? ((values ?? raw) as Entries<Value>);
}

function ofName(issue: Issue, name: string): Issue {
  return issue.with({ path: [name, '[key]'], source: [name], written: quote(name) });
}

function copyUntil(end: string, raw: Entries<unknown>): Record<string, unknown> {
  const at = Object.keys(raw).indexOf(end);
  return Object.fromEntries(Object.entries(raw).slice(0, at));
}

/** Lists at the bounds of their length and just outside, and with a wrong item. */
function listSamples(item: AnyField, items: Items, like: unknown, open: Open): Samples {
  const given: readonly unknown[] = Array.isArray(like) ? like : [];
  const each = item.samples(given[0], open);
  const example = firstOf(each.accepted);
  return samplesOfLengths(items, given, example === undefined ? [] : [example], each);
}

/** The same for a list whose items must differ, and one in which an item is repeated. */
export function setSamples(item: AnyField, items: Items, like: unknown, open: Open): Samples {
  const { minItems = 0, maxItems = minItems } = items;
  const given: readonly unknown[] = Array.isArray(like) ? like : [];
  const each = item.samples(given[0], open);
  const different = differentItems(item, Math.min(maxItems + 1, MAX_DIFFERENT), each.accepted, open);
  const others = different.filter((value) => !given.includes(value));
  const { accepted, refused } = samplesOfLengths(items, given, others, each);
  const all = [...given, ...others];
  const [first = null] = all;
  const repeated = [...all.slice(0, Math.max(minItems - 1, 1)), first];
  return { accepted: followedBy(accepted, repeated), refused: followedBy(refused, repeated) };
}

/** Samples of lists with these items first, and then with the examples, of which the last is repeated. */
function samplesOfLengths(
  { minItems = 0, maxItems }: Items,
  given: readonly unknown[],
  examples: readonly unknown[],
  each: Samples,
): Samples {
  const all = [...given, ...examples];
  const of = (length: number) => Array.from({ length }, (_, at) => all[at] ?? all.at(-1) ?? null);
  const lengths = [minItems - 1, minItems, maxItems, maxItems === undefined ? undefined : maxItems + 1];
  const least = Math.max(given.length, minItems, Math.min(all.length, 1));
  const base = of(Math.min(least, MAX_REPEATED));
  return {
    accepted: samplesAround(base, lengths, of, each.accepted),
    refused: samplesAround(base, lengths, of, each.refused),
  };
}

function* samplesAround(
  base: readonly unknown[],
  lengths: readonly (number | undefined)[],
  of: (length: number) => readonly unknown[],
  items: Iterable<unknown>,
): Iterable<unknown> {
  yield base;
  for (const length of lengths)
    if (length !== undefined && length >= 0 && length <= MAX_REPEATED) yield of(length);
  if (base.length > 0) for (const value of items) if (value !== base[0]) yield [value, ...base.slice(1)];
}

/** The most items that are made to differ from each other. */
const MAX_DIFFERENT = 100;

/** Finds items that differ from each other: among samples, and among variants of the first. */
function differentItems(item: AnyField, most: number, samples: Iterable<unknown>, open: Open): unknown[] {
  const found = new Map<string, unknown>();
  for (const value of withVariants(samples)) {
    if (found.size >= most) break;
    const written = open.read(value, () => {
      const read = item.parse(value);
      return read instanceof Issues ? undefined : item.write(read);
    });
    if (written !== undefined && !found.has(written)) found.set(written, value);
  }
  return [...found.values()];
}

/** Adds the first sample with a number at its beginning or end, or the next numbers. */
function* withVariants(samples: Iterable<unknown>): Iterable<unknown> {
  yield* samples;
  const first = firstOf(samples);
  for (let number = 1; number <= MAX_DIFFERENT; number++) {
    const digits = String(number);
    if (typeof first === 'number') yield first + number;
    if (typeof first !== 'string' || first.length < digits.length) continue;
    yield digits + first.slice(digits.length);
    yield first.slice(0, -digits.length) + digits;
  }
}

/** Lists with one item too many or too few, and with a wrong item. */
export function tupleSamples(fields: readonly AnyField[], like: unknown, open: Open): Samples {
  const given: readonly unknown[] = Array.isArray(like) ? like : [];
  const all = fields.map((field, at) => field.samples(given[at], open));
  const base = all.map(({ accepted }) => firstOf(accepted) ?? null);
  return {
    accepted: changedAt(
      base,
      all.map(({ accepted }) => accepted),
    ),
    refused: changedAt(
      base,
      all.map(({ refused }) => refused),
      [[...base, null], base.slice(0, -1)],
    ),
  };
}

function* changedAt(
  base: readonly unknown[],
  values: readonly Iterable<unknown>[],
  others: readonly unknown[] = [],
): Iterable<unknown> {
  yield base;
  yield* others;
  for (const [at, each] of values.entries())
    for (const value of each) if (value !== base[at]) yield base.with(at, value);
}

/** Objects at the bounds of their size and just outside, and with a wrong name or value. */
function dictionarySamples(
  key: AnyField,
  item: AnyField,
  { minItems = 0, maxItems }: Items,
  like: unknown,
  open: Open,
): Samples {
  const [first] = isRecord(like) ? Object.entries(like) : [];
  const [keySample = 'name'] = textsOf(key.samples(undefined, open).accepted);
  const [name, value] = first ?? [keySample, undefined];
  const each = item.samples(value, open);
  const example = firstOf(each.accepted);
  const base = isRecord(like)
    ? like
    : entries(name, example, Math.min(Math.max(minItems, example === undefined ? 0 : 1), MAX_REPEATED));
  const sizes = [minItems - 1, minItems, maxItems, maxItems === undefined ? undefined : maxItems + 1]
    .filter((size) => size !== undefined)
    .filter((size) => size >= 0 && size <= MAX_REPEATED)
    .map((size) => entries(name, example, size));
  return {
    accepted: changed(base, name, each.accepted, sizes),
    refused: changed(base, name, each.refused, [...sizes, ...renamed(key, example, open)]),
  };
}

function* changed(
  base: Readonly<Record<string, unknown>>,
  name: string,
  values: Iterable<unknown>,
  others: readonly unknown[],
): Iterable<unknown> {
  yield base;
  yield* others;
  for (const value of values) if (value !== base[name]) yield { ...base, [name]: value };
}

/** Makes an object of this size whose entries have the same value. */
function entries(name: string, value: unknown, size: number): Readonly<Record<string, unknown>> {
  const names = Array.from({ length: size }, (_, at) => (at === 0 ? name : `${name}${at + 1}`));
  return Object.fromEntries(names.map((each) => [each, value ?? null]));
}

function renamed(key: AnyField, value: unknown, open: Open): unknown[] {
  return [...textsOf(key.samples(undefined, open).refused)].map((name) => ({ [name]: value ?? null }));
}

function* textsOf(values: Iterable<unknown>): Iterable<string> {
  for (const value of values) if (typeof value === 'string') yield value;
}
