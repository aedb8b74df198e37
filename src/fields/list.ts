import { Found, Issues, mostListed, unlisted, wrong } from '../errors/issue.ts';
import { defined } from '../text/guards.ts';
import { hold, isLong } from '../text/json/reader.ts';
import { Keys } from '../text/keys.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import { atOnce, type Steps } from '../text/turns.ts';
import {
  type AnyField,
  checkFields,
  type Field,
  type FieldDefinition,
  field,
  type LabelOption,
} from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { checkItems, describeItems, type Items, lengthsAround, tooFew, tooMany } from './lengths.ts';
import { firstInTurns, MAX_REPEATED, type Open, onBothSides, replacing, type Samples } from './samples.ts';
import { stepsLeft } from './work.ts';

export const listRules: Rules<Items & LabelOption> = { minItems: aCount, maxItems: aCount, label: aString };

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
  const atLeast = (values: readonly Item[] | Issues, raw: readonly unknown[]) =>
    values instanceof Issues ? values : (tooFew(items, raw.length, raw, 'List') ?? values);
  const definition: FieldDefinition<readonly Item[]> = {
    label,
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('list_type', raw);
      const wrongLength = tooMany(items, raw.length, raw, 'List');
      if (wrongLength) return wrongLength;
      return atLeast(parseItems(item, raw, fit), raw);
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
  function* parseInSteps(raw: unknown): Steps<readonly Item[] | Issues> {
    if (!Array.isArray(raw) || tooMany(items, raw.length, raw, 'List')) return definition.parse(raw);
    const read = new ReadParts<number>(raw);
    yield* partsInSteps(item, raw.keys(), read);
    return atLeast(read.result as readonly Item[] | Issues, raw);
  }
  const isBounded = Object.keys(items).length > 0;
  return field(definition, { parseInSteps, ...(!isBounded && { writeValid: validItemWriter(item) }) });
}

/** Reads parts of a value in steps. */
export function* partsInSteps<Key extends string | number>(
  field: AnyField,
  keys: Iterable<Key>,
  read: Pick<ReadParts<Key>, 'raw' | 'addAt'>,
): Steps<void> {
  let count = 0;
  let until = 0;
  for (const key of keys) {
    if (count++ % PARTS_IN_STEP === 0 || stepsLeft() < until) {
      yield;
      until = stepsLeft() - STEPS_AT_ONCE;
    }
    const part = read.raw[key];
    const parse = isLong(part) && field.parseInSteps;
    if (read.addAt(parse ? yield* parse(part) : field.parse(part), key)) return;
  }
}

/** The parts of a value that are read in a step, if they are not long, and the steps of unions after which it ends. */
const PARTS_IN_STEP = 8;
const STEPS_AT_ONCE = 4000;

/** The steps in which issues are counted that are not listed: those of most bodies of 64 KB, but not of all unions. */
const STEPS_OF_COUNTING = 100_000;

/** What the items of a list, or the values of a dictionary, were read as, if that is not what was sent. */
export class ReadParts<Key extends string | number> extends Found {
  readonly raw: Parts<Key>;
  #values: Record<string, unknown> | undefined;
  #count = 0;
  #end: number | undefined;

  constructor(raw: Parts<Key>) {
    super();
    this.raw = raw;
  }

  /**
   * Adds what a part was read as. Tells whether the parts that are left need not be read: of those beyond what is listed, nobody
   * knows how many are wrong.
   */
  addAt(result: unknown, at: Key): boolean {
    if (!(result instanceof Issues)) {
      if (!Object.is(result, this.raw[at])) {
        this.#values ??= copyOf(this.raw);
        if (typeof at === 'number') this.#values[at] = result;
        else hold(this.#values, at, result);
      }
      return false;
    }
    this.add(result, [at]);
    this.#count += result.count;
    if (this.#count < mostListed()) return false;
    this.#end ??= stepsLeft() - STEPS_OF_COUNTING;
    const isEnough = stepsLeft() < this.#end;
    if (isEnough) this.add(unlisted(Number.POSITIVE_INFINITY));
    return isEnough;
  }

  /** What was read, or what is wrong with it; `raw` itself if nothing in it is changed. */
  get result(): unknown {
    return this.issues ?? this.#values ?? this.raw;
  }
}

type Parts<Key extends string | number> = { readonly [_ in Key]: unknown };

function copyOf(values: object): Record<string, unknown> {
  return Object(Array.isArray(values) ? values.slice() : { ...values });
}

function parseItems<Item>(item: Field<Item>, raw: readonly unknown[], fit?: Fit): readonly Item[] | Issues {
  let read: ReadParts<number> | undefined;
  for (let at = 0; at < raw.length; at++) {
    const value = raw[at];
    const result = item.parse(value, fit);
    if (Object.is(result, value)) continue;
    read ??= new ReadParts<number>(raw);
    if (read.addAt(result, at)) break;
  }
  return (read?.result ?? raw) as readonly Item[] | Issues;
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
  const single = function* (values: readonly Item[], raw: unknown): Steps<readonly Item[] | Issues> {
    const different = yield* differentValues(values, item.write);
    const { length } = different;
    return tooMany(items, length, raw, 'Set') ?? tooFew(items, length, raw, 'Set') ?? different;
  };
  const definition: FieldDefinition<readonly Item[]> = {
    label,
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('set_type', raw);
      fit?.lower(CONVERTED);
      const values = all.parse(raw, fit);
      return values instanceof Issues ? values : atOnce(single(values, raw));
    },
    write: (values) => `[${[...new Set(values.map(item.write))].join(',')}]`,
    describe: (side, definitions) => ({
      ...list(item, items).describe(side, definitions),
      uniqueItems: true,
    }),
    typeName: () => `set[${item.typeName()}]`,
    samples: (like, open) => setSamples(item, items, like, open),
  };
  return field(definition, {
    *parseInSteps(raw) {
      if (!Array.isArray(raw)) return definition.parse(raw);
      const values = yield* defined(all.parseInSteps)(raw);
      return values instanceof Issues ? values : yield* single(values, raw);
    },
  });
}

/** Leaves out values that are written as others are. */
function* differentValues<Value>(
  values: readonly Value[],
  write: (value: Value) => string,
): Steps<readonly Value[]> {
  const known = new Keys();
  const different: Value[] = [];
  for (const [at, value] of values.entries()) {
    if (at % WRITTEN_IN_STEP === 0) yield;
    if (known.add(write(value))) different.push(value);
  }
  return different;
}

/** The values that are written in a step. */
const WRITTEN_IN_STEP = 100;

/** Lists at the bounds of their length and just outside, and with a wrong item. */
function listSamples(item: AnyField, items: Items, like: unknown, open: Open): Samples {
  return onBothSides(function* (side) {
    const given: readonly unknown[] = Array.isArray(like) ? like : [];
    const each = item.samples(given[0], open);
    const example = yield* firstInTurns(each.accepted);
    yield* samplesOfLengths(items, given, example === undefined ? [] : [example], each[side]);
  });
}

/** The same for a list whose items must differ, and one in which an item is repeated. */
export function setSamples(item: AnyField, items: Items, like: unknown, open: Open): Samples {
  const { minItems = 0, maxItems = minItems } = items;
  return onBothSides(function* (side) {
    const given: readonly unknown[] = Array.isArray(like) ? like : [];
    const each = item.samples(given[0], open);
    const most = Math.min(maxItems + 1, MAX_DIFFERENT);
    const different = yield* differentItems(item, most, each.accepted, open);
    const others = different.filter((value) => !given.includes(value));
    yield* samplesOfLengths(items, given, others, each[side]);
    const all = [...given, ...others];
    const [first = null] = all;
    yield [...all.slice(0, Math.max(minItems - 1, 1)), first];
  });
}

/** Samples of lists with these items first, and then with the examples, of which the last is repeated. */
function* samplesOfLengths(
  items: Items,
  given: readonly unknown[],
  examples: readonly unknown[],
  each: Iterable<unknown>,
): Iterable<unknown> {
  const all = [...given, ...examples];
  const of = (length: number) => Array.from({ length }, (_, at) => all[at] ?? all.at(-1) ?? null);
  const least = Math.max(given.length, items.minItems ?? 0, Math.min(all.length, 1));
  const base = of(Math.min(least, MAX_REPEATED));
  yield base;
  for (const length of lengthsAround(items)) yield of(length);
  if (base.length > 0) yield* replacing(base[0], each, (value) => [value, ...base.slice(1)]);
}

/** The most items that are made to differ from each other. */
const MAX_DIFFERENT = 100;

/** Finds items that differ from each other: among samples, and among variants of the first. */
function* differentItems(
  item: AnyField,
  most: number,
  samples: Iterable<unknown>,
  open: Open,
): Steps<unknown[]> {
  const found = new Map<string, unknown>();
  for (const value of withVariants(samples)) {
    if (found.size >= most) break;
    if (value === undefined) {
      yield;
      continue;
    }
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
  let first: unknown;
  for (const value of samples) {
    first ??= value;
    yield value;
  }
  for (let number = 1; number <= MAX_DIFFERENT; number++) {
    const digits = String(number);
    if (typeof first === 'number') yield first + number;
    if (typeof first !== 'string') continue;
    yield digits + first.slice(digits.length);
    yield first.slice(0, -digits.length) + digits;
  }
}
