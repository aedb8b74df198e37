import { element, find } from './dom.ts';
import { createGroups, show } from './groups.ts';
import { createListByEndpoint } from './list-by-endpoint.ts';
import { createListByHeading } from './list-by-heading.ts';
import { giveFocus, itemsOf, move, scrollIntoSight } from './list-keys.ts';
import type { ListView } from './list-view.ts';
import { type Operation, operationOf } from './operations.ts';

/** The list of endpoints and refusals. */
export interface List {
  /** Renders the list with the open case; `scrolls` brings that into view. */
  show(current: string, scrolls: boolean): void;
  /** Shows a note above the list; without parts, removes it. */
  note(...parts: readonly (Node | string)[]): void;
}

export interface ListEvents {
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
