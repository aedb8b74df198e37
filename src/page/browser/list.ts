import { phraseOf } from '../../http/statuses.ts';
import { createGroups, element, find, type GroupParts, show } from './dom.ts';
import { hashOf } from './message.ts';
import { type ListedCase, type Operation, operationOf } from './operations.ts';

/** The list of endpoints and refusals. */
interface List {
  /** Renders the list with the open case; `scrolls` brings that into view. */
  show(current: string, scrolls: boolean): void;
  /** Shows a note above the list; without parts, removes it. */
  note(...parts: readonly (Node | string)[]): void;
}

interface ListEvents {
  /** Loads the cases of an opened endpoint; resolves with false if that fails. */
  opened(operation: Operation): Promise<boolean>;
  /** Called when an endpoint is chosen, to show it in the reference. */
  read(operation: Operation): void;
  /** Called when the list needs the refusals of all endpoints, for a search or another order. */
  needsAll(): void;
}

type Order = 'endpoint' | 'status' | 'type';

export function createList(operations: readonly Operation[], events: ListEvents): List {
  const place = find('list', HTMLElement);
  const search = find('search', HTMLInputElement);
  const switches = [...document.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const note = element('p', { class: 'quiet' });
  const isLarge = operations.some(({ cases }) => cases === undefined);
  const open = new Set<string>();
  /** Groups that the user has closed, which the current search must not open again. */
  const closed = new Set<string>();
  const loading = new Set<Operation>();
  let order: Order = 'endpoint';
  let mustScroll = false;

  const view: ListView = {
    words: [],
    current: '',
    owner: undefined,
    isOpen: (key, isFound) => open.has(key) || (isFound && !closed.has(key)),
    toggle,
    groupOf: createGroups(),
    read: events.read,
  };
  const byEndpoint = createListByEndpoint(operations, view);
  const byHeading = createListByHeading(operations, view);

  const render = () => {
    const focused = place.querySelector<HTMLElement>(':focus')?.dataset.key;
    const groups = order === 'endpoint' ? byEndpoint() : byHeading(order);
    const isEmpty = groups.length === 0 && !note.hasChildNodes();
    const nothing = isEmpty ? [element('p', { class: 'quiet' }, 'Nothing found.')] : [];
    show(place, [...(note.hasChildNodes() ? [note] : []), ...groups, ...nothing]);
    giveFocus(place, focused);
    if (mustScroll && scrollIntoSight(place)) mustScroll = false;
  };

  function toggle(key: string, opens: boolean, operation?: Operation): void {
    open.delete(key);
    closed.add(key);
    if (opens) {
      open.add(key);
      closed.delete(key);
    }
    render();
    if (opens && operation) void load(key, operation);
  }

  async function load(key: string, operation: Operation): Promise<void> {
    if (operation.cases || loading.has(operation)) return;
    loading.add(operation);
    if (!(await events.opened(operation))) open.delete(key);
    loading.delete(operation);
    render();
  }

  const applySearch = () => {
    view.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (isLarge && (view.words.length > 0 || order !== 'endpoint')) events.needsAll();
    render();
  };
  for (const each of switches)
    each.addEventListener('click', () => {
      order = each.dataset.order as Order;
      for (const other of switches) other.setAttribute('aria-pressed', String(other === each));
      applySearch();
    });
  search.addEventListener('input', () => {
    closed.clear();
    applySearch();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    itemsOf(place)[0]?.focus();
  });
  place.addEventListener('keydown', (event) => move(event, place));

  return {
    show(id, scrolls) {
      view.current = id;
      mustScroll = scrolls;
      const owner = operationOf(id, operations);
      view.owner = owner;
      // Loading cases later would push visible ones out of sight.
      if (scrolls || owner.cases) toggle(`operation ${owner.name}`, true, owner);
      else render();
    },
    note(...parts) {
      note.replaceChildren(...parts);
      render();
    },
  };
}

/** Lists the endpoints by tag, each with its cases. */
function createListByEndpoint(operations: readonly Operation[], view: ListView): () => Node[] {
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

/** Lists the refusals by status, or by the types of their entries. */
function createListByHeading(operations: readonly Operation[], view: ListView) {
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

/** The links and buttons of the list, in order. */
function itemsOf(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('a, button')];
}

/** Moves the focus by arrow keys, Home and End. */
function move(event: KeyboardEvent, place: HTMLElement): void {
  const items = itemsOf(place);
  const at = items.findIndex((each) => each.matches(':focus'));
  const goal = itemForKey(event.key, at, items);
  if (goal === undefined) return;
  event.preventDefault();
  if (goal === items[at]) goal.click();
  else {
    leadTo(goal, items);
    goal.focus();
  }
}

function itemForKey(key: string, at: number, items: readonly HTMLElement[]): HTMLElement | undefined {
  const item = items[at];
  const isOpen = item?.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      return items[at + 1];
    case 'ArrowUp':
      return items[at - 1];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    case 'ArrowRight':
      return isOpen === 'false' ? item : isOpen === 'true' ? items[at + 1] : undefined;
    case 'ArrowLeft':
      if (isOpen === 'true') return item;
      return items.slice(0, at).findLast((each) => each.hasAttribute('aria-expanded'));
    default:
      return undefined;
  }
}

/** Makes one item reachable by Tab: the one that had the focus, the open case, or the first. */
function giveFocus(place: HTMLElement, focused: string | undefined): void {
  const items = itemsOf(place);
  const kept = focused === undefined ? undefined : items.find((item) => item.dataset.key === focused);
  const active = kept ?? items.find((item) => item.hasAttribute('aria-current')) ?? items[0];
  leadTo(active, items);
  if (focused !== undefined) active?.focus({ preventScroll: true });
}

function leadTo(goal: HTMLElement | undefined, items: readonly HTMLElement[]): void {
  for (const item of items)
    if ((item.tabIndex === 0) !== (item === goal)) item.tabIndex = item === goal ? 0 : -1;
}

/** Scrolls to the current case unless it is visible; false if it is not in the list. */
function scrollIntoSight(place: HTMLElement): boolean {
  const current = place.querySelector('[aria-current]');
  if (!current) return false;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = place.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) current.scrollIntoView({ block: 'center' });
  return true;
}

/** Lists the cases of one endpoint by place; accepted ones come last. */
function byPlace(cases: readonly ListedCase[], current: string): Node[] {
  const placeOf = ({ kind, place }: ListedCase) => (kind === ACCEPTED ? ACCEPTED : place);
  const groups = [...Map.groupBy(cases, placeOf)].sort(
    ([one], [other]) => Number(one === ACCEPTED) - Number(other === ACCEPTED),
  );
  return groups.flatMap(([place, own]) => [
    element('p', { class: 'place' }, place),
    links(own, current, shortTitle),
  ]);
}

/** A list of links to cases, one of which may be open. */
function links(
  cases: readonly ListedCase[],
  current: string,
  titleOf = ({ title }: ListedCase) => title,
): HTMLElement {
  const items = cases.map((each) => linkTo(each, titleOf(each), each.id === current));
  return element('ul', {}, ...items);
}

function linkTo({ id, status }: ListedCase, title: string, isCurrent: boolean): HTMLElement {
  const here = isCurrent ? { 'aria-current': 'true' } : {};
  const code = element('span', { class: `status s${Math.floor(status / 100)}` }, String(status));
  const href = hashOf({ id, text: undefined });
  const attributes = { href, 'data-key': id, tabindex: '-1', ...here };
  return element('li', {}, element('a', attributes, code, element('span', {}, title)));
}

/** A case of an endpoint, or a count of several. */
interface Row {
  readonly operation: Operation;
  readonly each: ListedCase;
}

/** The kind of accepted cases, and their heading in the list. */
const ACCEPTED = 'accepted';

function rowsOf({ cases, counts }: Operation): readonly ListedCase[] {
  return cases ?? counts ?? [];
}

function countOf(rows: readonly ListedCase[]): string {
  return String(rows.reduce((sum, { kind, count }) => sum + (kind === ACCEPTED ? 0 : count), 0));
}

function labelOf({ method, path }: Operation): (Node | string)[] {
  return [element('b', {}, method), element('span', {}, ` ${path}`)];
}

function waiting(): HTMLElement {
  return element('p', { class: 'quiet' }, 'Loading…');
}

/** The title without the name of its field, for a list under that name. */
function shortTitle({ title, place }: ListedCase): string {
  const start = `${place.split('.').at(-1)} is `;
  const rest = title.slice(start.length);
  return title.startsWith(start) && !/^(?:missing|left out)$/.test(rest) ? rest : title;
}

function headingsOf(by: 'status' | 'type', { status, types }: ListedCase): readonly string[] {
  if (by === 'status') return [`${status} ${phraseOf(status)}`];
  const named = types.filter(Boolean);
  return named.length > 0 ? named : ['(no entries)'];
}

function wordsOf({ method, path, summary, name }: Operation): string {
  return `${method} ${path} ${summary} ${name}`.toLowerCase();
}

function hasAll(words: readonly string[], { operation, each }: Row): boolean {
  if (words.length === 0) return true;
  const { id, title, status, place, types } = each;
  const { method, path } = operation;
  const text = `${method} ${path} ${id} ${title} ${status} ${place} ${types.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The row of an endpoint without cases. */
function plainRow(id: string): ListedCase {
  return {
    id,
    title: 'Nothing is refused here',
    status: 200,
    kind: ACCEPTED,
    place: '',
    types: [],
    count: 0,
  };
}

/** The state and functions that the groups of the list share. */
interface ListView {
  /** The words of the search, in lower case. */
  words: readonly string[];
  /** The id of the open case, and its endpoint. */
  current: string;
  owner: Operation | undefined;
  /** Tells whether a group is open; `isFound` opens it for a search. */
  isOpen(key: string, isFound: boolean): boolean;
  /** Opens or closes a group. If an operation is given, opening loads its cases. */
  toggle(key: string, opens: boolean, operation?: Operation): void;
  groupOf(parts: GroupParts): HTMLElement;
  /** Called when an endpoint is chosen, to show it in the reference. */
  read(operation: Operation): void;
}
