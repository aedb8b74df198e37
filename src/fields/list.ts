import { type Issue, Issues, wrong } from '../errors/issue.ts';
import type { FieldDefinition } from './definition.ts';
import { type AnyField, checkFields, type Field, field } from './field.ts';
import type { Fit } from './fit.ts';
import { checkItems, describeItems, type Items, tooFew, tooMany } from './items.ts';
import type { LabelOption } from './label.ts';
import { listSamples } from './samples/list.ts';

/** A JSON array of items of one kind. The path of an item's issue has its index. If there are too many items, none is checked. */
export function list<Item>(item: Field<Item>, options: Items & LabelOption = {}): Field<readonly Item[]> {
  const { label, ...items } = options;
  checkFields('list', [item]);
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

/** Returns `raw` itself if nothing in it is changed. */
function parseItems<Item>(item: Field<Item>, raw: readonly unknown[], fit?: Fit): readonly Item[] | Issues {
  let values: unknown[] | undefined;
  const issues: Issue[] = [];
  for (let at = 0; at < raw.length; at++) {
    const value = raw[at];
    const result = item.parse(value, fit);
    if (result instanceof Issues) {
      result.collect(issues, [at]);
    } else if (!Object.is(result, value)) {
      values ??= raw.slice();
      values[at] = result;
    }
  }
  return Issues.of(issues) ?? ((values ?? raw) as readonly Item[]);
}

/** Makes a writer for lists without bounds that checks the items too. */
function validItemWriter({ writeValid }: AnyField): AnyField['writeValid'] {
  return (values) => {
    if (!Array.isArray(values)) return wrong('list_type', values);
    const issues: Issue[] = [];
    let text = '';
    for (let at = 0; at < values.length; at++) {
      const written = writeValid(values[at]);
      if (typeof written !== 'string') written.collect(issues, [at]);
      else text += text === '' ? written : `,${written}`;
    }
    return Issues.of(issues) ?? `[${text}]`;
  };
}

/** Writes a JSON array. Joining an array of strings takes twice as long. */
function writeList<Item>(items: readonly Item[], write: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? write(item) : `,${write(item)}`;
  return `[${text}]`;
}
