import { element } from './dom.ts';
import { hashOf } from './link.ts';
import { ACCEPTED, shortTitle } from './list-rows.ts';
import type { ListedCase } from './operations.ts';

/** Lists the cases of one endpoint by place; accepted ones come last. */
export function byPlace(cases: readonly ListedCase[], current: string): Node[] {
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
export function links(
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
