/** The links and buttons of the list, in order. */
export function itemsOf(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('a, button')];
}

/** Moves the focus by arrow keys, Home and End. */
export function move(event: KeyboardEvent, place: HTMLElement): void {
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
export function giveFocus(place: HTMLElement, focused: string | undefined): void {
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
export function scrollIntoSight(place: HTMLElement): boolean {
  const current = place.querySelector('[aria-current]');
  if (!current) return false;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = place.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) current.scrollIntoView({ block: 'center' });
  return true;
}
