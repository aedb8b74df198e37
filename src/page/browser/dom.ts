/** Finds an element by its id, and checks its class. */
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | true>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, value === true ? '' : value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  find('announcement', HTMLElement).replaceChildren(text);
}

export function button(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

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

type Step = 'choose' | 'request' | 'answer';

/** The element to focus at each step. */
const starts = { choose: 'search', request: 'request-title', answer: 'answer-title' } as const;

/** Sets up the steps between the panels for narrow windows, which show one at a time. */
export function createSteps(): (step: Step, movesFocus: boolean) => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.steps button')];
  const isNarrow = () => buttons[0]?.offsetParent !== null;
  const goTo = (step: Step, movesFocus: boolean) => {
    document.body.dataset.step = step;
    for (const each of buttons) each.setAttribute('aria-pressed', String(each.dataset.step === step));
    if (movesFocus && isNarrow()) find(starts[step], HTMLElement).focus();
  };
  for (const each of buttons) each.addEventListener('click', () => goTo(stepOf(each.dataset.step), false));
  goTo('choose', false);
  return goTo;
}

function stepOf(name: string | undefined): Step {
  return name === 'request' || name === 'answer' ? name : 'choose';
}

/** Shows the status on the button of the answer, which may be out of sight. */
export function showStatus(text: string): void {
  find('step-status', HTMLElement).textContent = text;
}
