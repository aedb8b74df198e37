import { element } from './dom.ts';
import { links } from './list-links.ts';
import { ACCEPTED, countOf, hasAll, headingsOf, labelOf, type Row, rowsOf, waiting } from './list-rows.ts';
import type { ListView } from './list-view.ts';
import type { ListedCase, Operation } from './operations.ts';

/** Lists the refusals by status, or by the types of their entries. */
export function createListByHeading(operations: readonly Operation[], view: ListView) {
  const isLarge = operations.some(({ cases }) => cases === undefined);
  let turn = 0;

  function headingGroup(key: string, heading: string, rows: readonly Row[]): Node {
    const { words, current } = view;
    return view.groupOf({
      key,
      label: [element('span', {}, heading)],
      count: countOf(rows.map(({ each }) => each)),
      isOpen: view.isOpen(key, words.length > 0),
      state: String(turn),
      content: () =>
        [...Map.groupBy(rows, ({ operation }) => operation)].flatMap(([operation, own]) => {
          const cases = own.map(({ each }) => each);
          if (isLarge) return innerGroup(`${key} ${operation.name}`, operation, cases, view);
          const { method, path } = operation;
          return [element('p', { class: 'place' }, `${method} ${path}`), links(cases, current)];
        }),
      toggle: (opens) => view.toggle(key, opens),
    });
  }

  return (by: 'status' | 'type'): Node[] => {
    turn++;
    const sorted = [...rowsByHeading(by, operations, view.words)].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    return sorted.map(([heading, rows]) => headingGroup(`${by} ${heading}`, heading, rows));
  };
}

function rowsByHeading(
  by: 'status' | 'type',
  operations: readonly Operation[],
  words: readonly string[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const operation of operations)
    for (const each of rowsOf(operation)) {
      if (each.kind === ACCEPTED || !hasAll(words, { operation, each })) continue;
      for (const heading of headingsOf(by, each)) {
        const rows = groups.get(heading) ?? [];
        groups.set(heading, rows);
        rows.push({ operation, each });
      }
    }
  return groups;
}

/** A nested group with the cases of one endpoint, for lists that are too long to show at once. */
function innerGroup(key: string, operation: Operation, rows: readonly ListedCase[], view: ListView): Node {
  const { cases } = operation;
  const { words, current } = view;
  return view.groupOf({
    key,
    label: labelOf(operation),
    count: countOf(rows),
    isOpen: view.isOpen(key, false),
    state: JSON.stringify([cases !== undefined, words, current]),
    content: () => [cases ? links(rows, current) : waiting()],
    toggle: (opens) => view.toggle(key, opens, operation),
  });
}
