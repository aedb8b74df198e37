import { type Issue, Issues, wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';

/** A JSON array of such items, whose issues carry the item's index. */
export function list<Item>(item: Field<Item>): Field<readonly Item[]> {
  return field<readonly Item[]>({
    parse: (raw) => (Array.isArray(raw) ? parseItems(item, raw) : wrong('list_type', raw)),
    write: (items) => writeList(items, item.write),
    describe: (side) => ({ type: 'array', items: item.describe(side) }),
  });
}

function parseItems<Item>(item: Field<Item>, raw: readonly unknown[]): readonly Item[] | Issues {
  const items: Item[] = [];
  const issues: Issue[] = [];
  raw.forEach((each, index) => {
    const result = item.parse(each);
    if (result instanceof Issues) result.collect(issues, [index]);
    else items.push(result);
  });
  return Issues.of(issues) ?? items;
}

/** A JSON array of items as `write` writes them. Joining an array of texts takes twice as long. */
export function writeList<Item>(items: readonly Item[], write: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? write(item) : `,${write(item)}`;
  return `[${text}]`;
}
