import { type Issue, Issues, wrong } from '../errors/issue.ts';
import { hold } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';
import { anyText } from './any-text.ts';
import type { JsonSchema } from './definition.ts';
import { type AnyField, checkFields, type Field, field } from './field.ts';
import type { Fit } from './fit.ts';
import { checkItems, describeItems, type Items, tooFew, tooMany } from './items.ts';
import type { LabelOption } from './label.ts';
import { isRecord } from './record.ts';
import { dictionarySamples } from './samples/dictionary.ts';

/** The field for the names, by default any text, and bounds for the number of entries. */
export interface DictionaryOptions extends Items, LabelOption {
  readonly key?: AnyField;
}

type Entries<Value> = Readonly<Record<string, Value>>;

/** A JSON object with arbitrary names, whose values are all of one kind. */
export function dictionary<Value>(
  item: Field<Value>,
  options: DictionaryOptions = {},
): Field<Entries<Value>> {
  const { key = anyText(), label, ...items } = options;
  checkFields('dictionary', [item, key]);
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
  const issues: Issue[] = [];
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    const read = key.takesAnyText ? name : key.parse(name, fit);
    const result = item.parse(value, fit);
    if (read instanceof Issues) for (const issue of read.all) issues.push(ofName(issue, name));
    if (result instanceof Issues) result.collect(issues, [name]);
    else if (read !== name || !Object.is(result, value)) values ??= copyUntil(name, raw);
    if (values) hold(values, String(read), result);
  }
  return Issues.of(issues) ?? ((values ?? raw) as Entries<Value>);
}

function ofName(issue: Issue, name: string): Issue {
  return issue.with({ path: [name, '[key]'], source: [name], written: quote(name) });
}

function copyUntil(end: string, raw: Entries<unknown>): Record<string, unknown> {
  const at = Object.keys(raw).indexOf(end);
  return Object.fromEntries(Object.entries(raw).slice(0, at));
}
