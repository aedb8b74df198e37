import { type Issue, Issues, wrong } from '../errors/issue.ts';
import { checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import { quote } from '../text/strings.ts';
import type { JsonSchema } from './definitions.ts';
import {
  type AnyField,
  aField,
  checkFields,
  type Field,
  type FieldDefinition,
  field,
  type LabelOption,
} from './field.ts';
import type { Fit } from './fit.ts';
import { checkItems, describeItems, type Items, lengthsAround, tooFew, tooMany } from './lengths.ts';
import { listRules, partsInSteps, ReadParts } from './list.ts';
import { firstInTurns, MAX_REPEATED, type Open, onBothSides, replacing, type Samples } from './samples.ts';
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
  const sized = (read: unknown, raw: unknown) => {
    const values = read as Entries<Value> | Issues;
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
      if (!isRecord(raw)) return definition.parse(raw);
      const entries = new ReadEntries(raw, key);
      yield* partsInSteps(item, Object.keys(raw), entries);
      return sized(entries.result, raw);
    },
  });
}

/** Describes the names, which are always text: a schema of numbers would fit none. */
function describeNames(names: JsonSchema): JsonSchema {
  return names.type === undefined || names.type === 'string' ? { propertyNames: names } : {};
}

/** What the entries of a dictionary were read as. An issue with a name has the path `[name, '[key]']`, as in pydantic. */
class ReadEntries extends ReadParts<string> {
  readonly #key: AnyField;
  readonly #fit: Fit | undefined;
  #names: Map<string, string> | undefined;

  constructor(raw: Entries<unknown>, key: AnyField, fit?: Fit) {
    super(raw);
    this.#key = key;
    this.#fit = fit;
  }

  override addAt(result: unknown, name: string): boolean {
    const read = this.#key.parse(name, this.#fit);
    if (read instanceof Issues) this.add(read.map((issue) => ofName(issue, name)));
    else if (read !== name) {
      this.#names ??= new Map();
      this.#names.set(name, String(read));
    }
    return super.addAt(result, name);
  }

  override get result(): unknown {
    const values: unknown = super.result;
    const names = this.#names;
    if (!names || values instanceof Issues) return values;
    return Object.fromEntries(
      Object.entries(Object(values)).map(([name, value]) => [names.get(name) ?? name, value]),
    );
  }
}

function parseEntries(key: AnyField, item: AnyField, raw: Entries<unknown>, fit?: Fit): unknown {
  let entries: ReadEntries | undefined;
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    const result = item.parse(value, fit);
    if (key.takesAnyText && Object.is(result, value)) continue;
    entries ??= new ReadEntries(raw, key, fit);
    if (entries.addAt(result, name)) break;
  }
  return entries?.result ?? raw;
}

function ofName(issue: Issue, name: string): Issue {
  return issue.with({ path: [name, '[key]'], source: [name], written: quote(name) });
}

/** Objects at the bounds of their size and just outside, and with a wrong name or value. */
function dictionarySamples(key: AnyField, item: AnyField, items: Items, like: unknown, open: Open): Samples {
  return onBothSides(function* (side) {
    const [first] = isRecord(like) ? Object.entries(like) : [];
    const [keySample = 'name'] = textsOf(key.samples(undefined, open).accepted);
    const [name, value] = first ?? [keySample, undefined];
    const each = item.samples(value, open);
    const example = yield* firstInTurns(each.accepted);
    const base = isRecord(like)
      ? like
      : entries(
          name,
          example,
          Math.min(Math.max(items.minItems ?? 0, example === undefined ? 0 : 1), MAX_REPEATED),
        );
    yield base;
    for (const size of lengthsAround(items)) yield entries(name, example, size);
    if (side === 'refused') yield* renamed(key, example, open);
    yield* replacing(base[name], each[side], (other) => ({ ...base, [name]: other }));
  });
}

/** Makes an object of this size whose entries have the same value. */
function entries(name: string, value: unknown, size: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: size }, (_, at) => [at === 0 ? name : name + (at + 1), value ?? null]),
  );
}

function* renamed(key: AnyField, value: unknown, open: Open): Iterable<unknown> {
  for (const name of textsOf(key.samples(undefined, open).refused)) yield { [name]: value ?? null };
}

function* textsOf(values: Iterable<unknown>): Iterable<string> {
  for (const value of values) if (typeof value === 'string') yield value;
}
