import { element } from './dom.ts';
import { byPlace } from './list-links.ts';
import { countOf, hasAll, labelOf, plainRow, rowsOf, waiting, wordsOf } from './list-rows.ts';
import type { ListView } from './list-view.ts';
import type { ListedCase, Operation } from './operations.ts';

/** Lists the endpoints by tag, each with its cases. */
export function createListByEndpoint(operations: readonly Operation[], view: ListView): () => Node[] {
  const headings = new Map<string, HTMLElement>();

  function headingOf(tag: string): HTMLElement {
    const heading = headings.get(tag) ?? element('h2', { class: 'tag' }, tag || 'Any endpoint');
    headings.set(tag, heading);
    return heading;
  }

  return () => {
    const { words } = view;
    let tag: string | undefined;
    return operations.flatMap((operation) => {
      const isNamed = words.every((word) => wordsOf(operation).includes(word));
      const rows = rowsOf(operation).filter((each) => isNamed || hasAll(words, { operation, each }));
      if (!isNamed && rows.length === 0) return [];
      const heading = operation.tag === tag ? [] : [headingOf(operation.tag)];
      tag = operation.tag;
      return [...heading, endpointGroup(operation, rows, view)];
    });
  };
}

function endpointGroup(operation: Operation, rows: readonly ListedCase[], view: ListView): Node {
  const { name, cases } = operation;
  const { words, owner, current } = view;
  const key = `operation ${name}`;
  const own = operation === owner ? current : '';
  return view.groupOf({
    key,
    label: labelOf(operation),
    count: cases || operation.counts ? countOf(rows) : '',
    isOpen: view.isOpen(key, words.length > 0 && cases !== undefined),
    state: JSON.stringify([cases !== undefined, words, own]),
    content: () => (cases ? byPlace(cases.length === 0 ? [plainRow(name)] : rows, current) : [waiting()]),
    toggle(opens) {
      view.toggle(key, opens, operation);
      view.read(operation);
    },
  });
}
