import { type Issue, Issues, wrong } from '../errors/issue.ts';
import { hold, isLong } from '../text/json/reader.ts';
import { checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import { quote } from '../text/strings.ts';
import type { Steps } from '../text/turns.ts';
import type { JsonSchema } from './definitions.ts';
import {
  type AnyField,
  aField,
  checkFields,
  type Field,
  type FieldDefinition,
  field,
  ifLongInSteps,
  type LabelOption,
  PARTS_IN_STEP,
} from './field.ts';
import type { Fit } from './fit.ts';
import { checkItems, describeItems, type Items, tooFew, tooMany } from './lengths.ts';
import { FoundInItems, listRules } from './list.ts';
import { firstOf, MAX_REPEATED, type Open, type Samples } from './samples.ts';
import { anyText } from './text.ts';
import { isRecord } from './values.ts';

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
  const sized = (values: Entries<Value> | Issues, raw: unknown) => {
    if (values instanceof Issues) return values;
    const { length } = Object.keys(values);
    return tooFew(items, length, raw, 'Dictionary') ?? tooMany(items, length, raw, 'Dictionary') ?? values;
  };
  const definition: FieldDefinition<Entries<Value>> = {
    label,
    parse: (raw, fit) =>
      isRecord(raw) ? sized(parseEntries(key, item, raw, fit), raw) : wrong('dict_type', raw),
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
  };
  return field(definition, {
    *parseInSteps(raw) {
      return isRecord(raw) ? sized(yield* entriesInSteps(key, item, raw), raw) : definition.parse(raw);
    },
  });
}

/** Describes the names, which are always text: a schema of numbers would fit none. */
function describeNames(names: JsonSchema): JsonSchema {
  return names.type === undefined || names.type === 'string' ? { propertyNames: names } : {};
}

/** The entries of a dictionary that have been read. An issue with a name has the path `[name, '[key]']`, as in pydantic. */
class ReadEntries<Value> {
  readonly #raw: Entries<unknown>;
  readonly #found = new FoundInItems();
  #values: Record<string, unknown> | undefined;

  constructor(raw: Entries<unknown>) {
    this.#raw = raw;
  }

  /** Adds what a name and its value were read as. Tells whether those that are left need not be read. */
  add(name: string, read: unknown, result: unknown): boolean {
    if (read instanceof Issues) this.#found.add(read.map((issue) => ofName(issue, name)));
    if (result instanceof Issues) {
      if (this.#found.addAt(result, name)) return true;
    } else if (read !== name || !Object.is(result, this.#raw[name]))
      this.#values ??= copyUntil(name, this.#raw);
    if (this.#values) hold(this.#values, String(read), result);
    return false;
  }

  /** Returns `raw` itself if nothing in it is changed. */
  get result(): Entries<Value> | Issues {
    return this.#found.issues ?? ((this.#values ?? this.#raw) as Entries<Value>);
  }
}

function parseEntries<Value>(
  key: AnyField,
  item: Field<Value>,
  raw: Entries<unknown>,
  fit?: Fit,
): Entries<Value> | Issues {
  const entries = new ReadEntries<Value>(raw);
  for (const name of Object.keys(raw)) {
    const read = key.takesAnyText ? name : key.parse(name, fit);
    if (entries.add(name, read, item.parse(raw[name], fit))) break;
  }
  return entries.result;
}

/** Does the same in steps. */
function* entriesInSteps<Value>(
  key: AnyField,
  item: Field<Value>,
  raw: Entries<unknown>,
): Steps<Entries<Value> | Issues> {
  const entries = new ReadEntries<Value>(raw);
  for (const [at, name] of Object.keys(raw).entries()) {
    if (at % PARTS_IN_STEP === 0) yield;
    const value = raw[name];
    const result = isLong(value) ? yield* ifLongInSteps(item, value) : item.parse(value);
    if (entries.add(name, key.parse(name), result)) break;
  }
  return entries.result;
}

function ofName(issue: Issue, name: string): Issue {
  return issue.with({ path: [name, '[key]'], source: [name], written: quote(name) });
}

function copyUntil(end: string, raw: Entries<unknown>): Record<string, unknown> {
  const at = Object.keys(raw).indexOf(end);
  return Object.fromEntries(Object.entries(raw).slice(0, at));
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
