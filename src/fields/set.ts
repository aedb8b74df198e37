import { Issues, wrong } from '../errors/issue.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { checkItems, type Items, tooFew, tooMany } from './items.ts';
import { list } from './list.ts';
import { listSamples } from './samples/list.ts';

/** A JSON array in which repeated items count once, as in a Python set. */
export function set<Item>(item: Field<Item>, items: Items = {}): Field<readonly Item[]> {
  checkItems(items);
  const all = list(item);
  return field<readonly Item[]>({
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
    samples: (like, open) => listSamples(item, items, like, open),
  });
}
