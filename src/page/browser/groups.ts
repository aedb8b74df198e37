import { button, element } from './dom.ts';

/** A group of the list that expands. */
export interface GroupParts {
  readonly key: string;
  readonly label: readonly (Node | string)[];
  /** The number of refusals in it, as text. */
  readonly count: string;
  readonly isOpen: boolean;
  /** A key of all that the content depends on; the content is only remade when this changes. */
  readonly state: string;
  content(): readonly Node[];
  toggle(opens: boolean): void;
}

interface Group {
  readonly node: HTMLElement;
  readonly header: HTMLElement;
  readonly count: HTMLElement;
  state: string;
}

/**
 * Makes the groups of a list. Each element is made once and updated in place, so that a list of a thousand groups is as fast
 * as a short one.
 */
export function createGroups(): (parts: GroupParts) => HTMLElement {
  const known = new Map<string, Group>();
  return (parts) => {
    const group = known.get(parts.key) ?? makeGroup(parts);
    known.set(parts.key, group);
    update(group, parts);
    return group.node;
  };
}

function makeGroup({ key, label, toggle }: GroupParts): Group {
  const flip = () => toggle(header.getAttribute('aria-expanded') !== 'true');
  const header = button('', flip, { 'data-key': key, class: 'group', tabindex: '-1' });
  const count = element('span', { class: 'count' });
  header.append(...label, count);
  return { node: element('div', { class: 'part' }, header), header, count, state: '' };
}

function update(group: Group, { count, isOpen, state, content }: GroupParts): void {
  if (group.count.textContent !== ` ${count}`) group.count.textContent = ` ${count}`;
  const whole = `${isOpen} ${isOpen ? state : ''}`;
  if (group.state === whole) return;
  group.state = whole;
  group.header.setAttribute('aria-expanded', String(isOpen));
  show(group.node, [group.header, ...(isOpen ? content() : [])]);
}

/** Sets the children of an element without moving those that are already in place. */
export function show(parent: HTMLElement, nodes: readonly Node[]): void {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of nodes)
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
}
