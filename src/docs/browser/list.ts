import { element, find } from './dom.ts';
import { createGroups, show } from './groups.ts';
import { hashOf } from './link.ts';
import { bringIntoSight, giveFocus, itemsOf, keyOf, move } from './list-keys.ts';
import {
  ACCEPTED,
  countOf,
  hasAll,
  headingsOf,
  labelOf,
  plainRow,
  type Row,
  rowsOf,
  shortTitle,
  waiting,
  wordsOf,
} from './list-rows.ts';
import { type ListedCase, type Operation, operationOf } from './operations.ts';

/** The list of endpoints and refusals. */
export interface List {
  /** Shows it anew, with the case that is open, which comes into sight where that is wanted. */
  show(current: string, isSought: boolean): void;
  /** Shows what has been loaded meanwhile. */
  refresh(): void;
  /** Says above the list what it lacks; nothing where it lacks nothing. */
  note(...parts: readonly (Node | string)[]): void;
}

export interface ListEvents {
  /** Loads the cases of an endpoint that was opened; false where they can't be had. */
  opened(operation: Operation): Promise<boolean>;
  /** An endpoint was chosen, which may be read about. */
  read(operation: Operation): void;
  /** The refusals of all endpoints are searched, or ordered in another way. */
  sought(): void;
}

type Order = 'endpoint' | 'status' | 'type';

export function createList(operations: readonly Operation[], events: ListEvents): List {
  const place = find('list', HTMLElement);
  const search = find('search', HTMLInputElement);
  const switches = [...document.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const groupOf = createGroups();
  const headings = new Map<string, HTMLElement>();
  const note = element('p', { class: 'quiet' });
  const isLarge = operations.some(({ cases }) => cases === undefined);
  const open = new Set<string>();
  /** Groups that a search has opened, and somebody has closed. */
  const closed = new Set<string>();
  const loading = new Set<Operation>();
  let order: Order = 'endpoint';
  let words: readonly string[] = [];
  let current = '';
  let owner: Operation | undefined;
  let isSought = false;
  let turn = 0;

  const render = () => {
    const focused = place.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
    const groups = order === 'endpoint' ? byEndpoint() : byHeading(order);
    const isEmpty = groups.length === 0 && !note.hasChildNodes();
    const nothing = isEmpty ? [element('p', { class: 'quiet' }, 'Nothing is called so.')] : [];
    show(place, [...(note.hasChildNodes() ? [note] : []), ...groups, ...nothing]);
    giveFocus(place, focused);
    if (isSought && bringIntoSight(place)) isSought = false;
  };

  const isOpen = (key: string, isFound: boolean) => open.has(key) || (isFound && !closed.has(key));
  const toggle = (key: string, opens: boolean, operation?: Operation) => {
    open.delete(key);
    closed.add(key);
    if (opens) {
      open.add(key);
      closed.delete(key);
    }
    render();
    if (opens && operation) void load(key, operation);
  };
  const load = async (key: string, operation: Operation) => {
    if (operation.cases || loading.has(operation)) return;
    loading.add(operation);
    if (!(await events.opened(operation))) open.delete(key);
    loading.delete(operation);
    render();
  };

  function byEndpoint(): Node[] {
    let tag: string | undefined;
    return operations.flatMap((operation) => {
      const isNamed = words.every((word) => wordsOf(operation).includes(word));
      const rows = rowsOf(operation).filter((each) => isNamed || hasAll(words, { operation, each }));
      if (!isNamed && rows.length === 0) return [];
      const heading = operation.tag === tag ? [] : [headingOf(operation.tag)];
      tag = operation.tag;
      return [...heading, endpointGroup(operation, rows)];
    });
  }

  function headingOf(tag: string): HTMLElement {
    const heading = headings.get(tag) ?? element('h2', { class: 'tag' }, tag || 'Whatever the endpoint');
    headings.set(tag, heading);
    return heading;
  }

  function endpointGroup(operation: Operation, rows: readonly ListedCase[]): Node {
    const { name, cases } = operation;
    const key = `operation ${name}`;
    const own = operation === owner ? current : '';
    return groupOf({
      key,
      label: labelOf(operation),
      count: cases || operation.counts ? countOf(rows) : '',
      isOpen: isOpen(key, words.length > 0 && cases !== undefined),
      state: JSON.stringify([cases !== undefined, words, own]),
      content: () => (cases ? byPlace(cases.length === 0 ? [plainRow(name)] : rows) : [waiting()]),
      toggle(opens) {
        toggle(key, opens, operation);
        events.read(operation);
      },
    });
  }

  /** The cases of one endpoint, under the places that they are about. */
  function byPlace(cases: readonly ListedCase[]): Node[] {
    const placeOf = ({ kind, place }: ListedCase) => (kind === ACCEPTED ? ACCEPTED : place);
    const groups = [...Map.groupBy(cases, placeOf)].sort(
      ([one], [other]) => Number(one === ACCEPTED) - Number(other === ACCEPTED),
    );
    return groups.flatMap(([place, own]) => [
      element('p', { class: 'place' }, place),
      links(own, shortTitle),
    ]);
  }

  function byHeading(by: 'status' | 'type'): Node[] {
    turn++;
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
    const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([heading, rows]) => headingGroup(`${by} ${heading}`, heading, rows));
  }

  function headingGroup(key: string, heading: string, rows: readonly Row[]): Node {
    return groupOf({
      key,
      label: [element('span', {}, heading)],
      count: countOf(rows.map(({ each }) => each)),
      isOpen: isOpen(key, words.length > 0),
      state: String(turn),
      content: () =>
        [...Map.groupBy(rows, ({ operation }) => operation)].flatMap(([operation, own]) => {
          const cases = own.map(({ each }) => each);
          if (isLarge) return innerGroup(`${key} ${operation.name}`, operation, cases);
          const { method, path } = operation;
          return [element('p', { class: 'place' }, `${method} ${path}`), links(cases)];
        }),
      toggle: (opens) => toggle(key, opens),
    });
  }

  /** The cases of one endpoint under a heading, where they would be too many to be listed at once. */
  function innerGroup(key: string, operation: Operation, rows: readonly ListedCase[]): Node {
    const { cases } = operation;
    return groupOf({
      key,
      label: labelOf(operation),
      count: countOf(rows),
      isOpen: isOpen(key, false),
      state: JSON.stringify([cases !== undefined, words, current]),
      content: () => [cases ? links(rows) : waiting()],
      toggle: (opens) => toggle(key, opens, operation),
    });
  }

  function links(cases: readonly ListedCase[], titleOf = ({ title }: ListedCase) => title): HTMLElement {
    return element('ul', {}, ...cases.map((each) => linkTo(each, titleOf(each))));
  }

  function linkTo({ id, status }: ListedCase, title: string): HTMLElement {
    const here = id === current ? { 'aria-current': 'true' } : {};
    const code = element('span', { class: `status s${Math.floor(status / 100)}` }, String(status));
    const href = hashOf({ id, text: undefined });
    const attributes = { href, 'data-key': id, tabindex: '-1', ...here };
    return element('li', {}, element('a', attributes, code, element('span', {}, title)));
  }

  const seek = () => {
    words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (isLarge && (words.length > 0 || order !== 'endpoint')) events.sought();
    render();
  };
  for (const each of switches)
    each.addEventListener('click', () => {
      order = each.dataset.order as Order;
      for (const other of switches) other.setAttribute('aria-pressed', String(other === each));
      seek();
    });
  search.addEventListener('input', () => {
    closed.clear();
    seek();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    itemsOf(place)[0]?.focus();
  });
  place.addEventListener('keydown', (event) => move(event, place));

  return {
    show(id, sought) {
      current = id;
      isSought = sought;
      owner = operationOf(id, operations);
      // What is loaded later would push away what is seen already.
      if (owner && (sought || owner.cases)) toggle(`operation ${owner.name}`, true, owner);
      else render();
    },
    refresh: render,
    note(...parts) {
      note.replaceChildren(...parts);
      render();
    },
  };
}
