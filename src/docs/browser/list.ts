import { statuses } from '../../http/statuses.ts';
import { button, element, find } from './dom.ts';
import { hashOf } from './link.ts';
import { type ListedCase, type Operation, operationOf } from './operations.ts';

/** The list of endpoints and refusals. */
export interface List {
  /** Shows it anew, with the case that is open, which comes into sight where that is wanted. */
  show(current: string, isSought: boolean): void;
}

export interface ListEvents {
  /** An endpoint was opened whose cases are not loaded. */
  opened(operation: Operation): void;
}

interface Row {
  readonly operation: Operation;
  readonly each: ListedCase;
}

type Order = 'endpoint' | 'status' | 'type';

export function createList(operations: readonly Operation[], events: ListEvents): List {
  const place = find('list', HTMLElement);
  const search = find('search', HTMLInputElement);
  const switches = [...document.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const open = new Set<string>();
  let order: Order = 'endpoint';
  let current = '';

  const render = () => {
    const focused = place.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    place.replaceChildren(...(order === 'endpoint' ? byEndpoint(words) : byHeading(order, words)));
    if (place.childElementCount === 0)
      place.append(element('p', { class: 'quiet' }, 'Nothing is called so.'));
    const items = itemsOf(place);
    const kept = items.find((item) => keyOf(item) === focused);
    const active = kept ?? items.find((item) => item.getAttribute('aria-current') === 'true') ?? items[0];
    for (const item of items) item.tabIndex = item === active ? 0 : -1;
    if (focused !== undefined) active?.focus({ preventScroll: true });
  };

  const toggle = (key: string, operation?: Operation) => {
    if (!open.delete(key)) {
      open.add(key);
      if (operation && operation.cases === undefined) events.opened(operation);
    }
    render();
  };

  function groupOf(
    key: string,
    label: readonly Node[],
    parts: () => readonly Node[],
    operation?: Operation,
  ): Node {
    const isOpen = open.has(key) || search.value !== '';
    const header = button('', () => toggle(key, operation), {
      'aria-expanded': String(isOpen),
      'data-key': key,
      class: 'group',
    });
    header.append(...label);
    return element('div', {}, header, ...(isOpen ? parts() : []));
  }

  function byEndpoint(words: readonly string[]): Node[] {
    let tag = '';
    return operations.flatMap((operation) => {
      const own =
        `${operation.method} ${operation.path} ${operation.summary} ${operation.name}`.toLowerCase();
      const isNamed = words.every((word) => own.includes(word));
      const rows = (operation.cases ?? []).filter((each) => isNamed || hasAll(words, { operation, each }));
      if (!isNamed && rows.length === 0) return [];
      const heading =
        operation.tag === tag
          ? []
          : [element('h2', { class: 'tag' }, operation.tag || 'Whatever the endpoint')];
      tag = operation.tag;
      const count = operation.cases ? String(rows.filter(({ kind }) => kind !== 'accepted').length) : '';
      const label = [
        element('b', {}, operation.method),
        ` ${operation.path}`,
        element('span', { class: 'count' }, count),
      ];
      const nodes = label.map((part) => (typeof part === 'string' ? document.createTextNode(part) : part));
      return [
        ...heading,
        groupOf(`operation ${operation.name}`, nodes, () => byPlace(rows, operation), operation),
      ];
    });
  }

  /** The cases of one endpoint, under the places that they are about. */
  function byPlace(cases: readonly ListedCase[], operation: Operation): Node[] {
    if (operation.cases === undefined) return [element('p', { class: 'quiet' }, 'Loading…')];
    const refused = Map.groupBy(
      cases.filter(({ kind }) => kind !== 'accepted'),
      ({ place }) => place,
    );
    const accepted = cases.filter(({ kind }) => kind === 'accepted');
    const parts = [...refused].flatMap(([place, own]) => [
      element('p', { class: 'place' }, place),
      links(own),
    ]);
    return accepted.length === 0
      ? parts
      : [...parts, element('p', { class: 'place' }, 'accepted'), links(accepted)];
  }

  function byHeading(by: 'status' | 'type', words: readonly string[]): Node[] {
    const rows = operations.flatMap((operation) =>
      (operation.cases ?? []).map((each) => ({ operation, each })),
    );
    const found = rows.filter((row) => row.each.kind !== 'accepted' && hasAll(words, row));
    const pairs = found.flatMap((row) => headingsOf(by, row.each).map((heading) => ({ heading, row })));
    const groups = [...Map.groupBy(pairs, ({ heading }) => heading)].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    return groups.map(([heading, members]) =>
      groupOf(
        `${by} ${heading}`,
        [element('span', {}, heading), element('span', { class: 'count' }, String(members.length))],
        () =>
          [...Map.groupBy(members, ({ row }) => row.operation)].flatMap(([operation, own]) => [
            element('p', { class: 'place' }, `${operation.method} ${operation.path}`),
            links(own.map(({ row }) => row.each)),
          ]),
      ),
    );
  }

  function links(cases: readonly ListedCase[]): HTMLElement {
    return element('ul', {}, ...cases.map(linkTo));
  }

  function linkTo({ id, title, status, place }: ListedCase): HTMLElement {
    const here = id === current ? { 'aria-current': 'true' } : {};
    const code = element('span', { class: `status s${Math.floor(status / 100)}` }, String(status));
    const attributes = { href: hashOf({ id, text: undefined }), 'data-key': id, ...here };
    return element('li', {}, element('a', attributes, code, element('span', {}, shortTitle(title, place))));
  }

  for (const each of switches)
    each.addEventListener('click', () => {
      order = each.dataset.order as Order;
      for (const other of switches) other.setAttribute('aria-pressed', String(other === each));
      render();
    });
  search.addEventListener('input', render);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    itemsOf(place)[0]?.focus();
  });
  place.addEventListener('keydown', (event) => move(event, place));

  return {
    show(id, isSought) {
      current = id;
      const owner = operationOf(id, operations);
      if (owner) open.add(`operation ${owner.name}`);
      render();
      if (isSought) bringIntoSight(place);
    },
  };
}

/** The current case stays where it is if it is seen. */
function bringIntoSight(place: HTMLElement): void {
  const current = place.querySelector('[aria-current]');
  if (!current) return;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = place.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) current.scrollIntoView({ block: 'center' });
}

/** Under the name of a field, its name need not be repeated. */
function shortTitle(title: string, place: string): string {
  const start = `${place.split('.').at(-1)} is `;
  const rest = title.slice(start.length);
  return title.startsWith(start) && !/^(?:missing|left out)$/.test(rest) ? rest : title;
}

function headingsOf(by: 'status' | 'type', { status, types }: ListedCase): readonly string[] {
  if (by === 'status') return [`${status} ${statuses[status]?.name ?? ''}`];
  const named = types.filter(Boolean);
  return named.length > 0 ? named : ['(no entries)'];
}

function hasAll(words: readonly string[], { operation, each }: Row): boolean {
  const text =
    `${operation.method} ${operation.path} ${each.id} ${each.title} ${each.status} ${each.types.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function itemsOf(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('a, button')];
}

function keyOf(item: Element | null | undefined): string | undefined {
  return item instanceof HTMLElement ? item.dataset.key : undefined;
}

/** Moves the focus as arrow keys say. */
function move(event: KeyboardEvent, place: HTMLElement): void {
  const items = itemsOf(place);
  const at = items.findIndex((each) => each.matches(':focus'));
  const item = items[at];
  if (!item) return;
  const goal = goalOf(event.key, at, items);
  if (goal === undefined) return;
  event.preventDefault();
  if (goal === item) item.click();
  else {
    item.tabIndex = -1;
    goal.tabIndex = 0;
    goal.focus();
  }
}

function goalOf(key: string, at: number, items: readonly HTMLElement[]): HTMLElement | undefined {
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
