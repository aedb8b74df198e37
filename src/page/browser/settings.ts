import { defined } from '../../text/guards.ts';
import type { Schemes } from './credentials.ts';

/** What the served page says. */

export function find(id: string): HTMLElement {
  return defined(document.getElementById(id));
}

const { root = '', cases = '', docs = '', try: tryRoot = '' } = find('page').dataset;

/** The links in the list, by the names of their endpoints. */
export const links = new Map(
  Array.from(document.querySelectorAll<HTMLAnchorElement>('#list a[data-name]'), (link) => [
    String(link.dataset.name),
    link,
  ]),
);

const entered: Schemes = Object.fromEntries(
  Array.from(document.querySelectorAll<HTMLElement>('[data-scheme]'), ({ dataset }) =>
    JSON.parse(String(dataset.scheme)),
  ),
);

export const settings = {
  /** The address of the service, without a slash at the end. */
  root: new URL(root, location.href).href.replace(/\/$/, ''),
  /** The address of one's own service, to which requests may go instead; empty if there is none. */
  tryRoot,
  /** The address of the cases; empty if there are none. */
  cases: cases && new URL(cases, location.href).href,
  docs: new URL(docs, location.href).href,
  schemes: entered,
  /** The names of all endpoints. */
  names: [...links.keys()],
  title: document.title,
} as const;
