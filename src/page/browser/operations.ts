import { defined } from '../../text/guards.ts';
import type { CaseData } from './case.ts';

/** A case in the list, or a count of several that are not loaded. */
export interface ListedCase {
  readonly id: string;
  readonly title: string;
  readonly status: number;
  readonly kind: string;
  readonly place: string;
  readonly types: readonly string[];
  readonly count: number;
}

/** An endpoint, as read from the page. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The place of its credential, such as `header X-API-Key`. */
  readonly credential: string;
  /** Its cases; undefined until they are loaded. */
  cases: readonly ListedCase[] | undefined;
  /** The counts of its cases, while these are not loaded. */
  counts: readonly ListedCase[] | undefined;
}

/** Reads the endpoints from the reference, with their cases if the page has them. */
export function readOperations(reference: HTMLElement, isLarge: boolean): Operation[] {
  let tag = '';
  return [...reference.children].flatMap((child) => {
    if (child.matches('.tag')) tag = child.textContent;
    if (!(child instanceof HTMLElement) || !child.matches('article')) return [];
    const { method = '', path = '', credential = '' } = child.dataset;
    // The ids end in a slash, so that the name of an endpoint never equals another id of the page.
    const name = child.id.slice(0, -1);
    return {
      name,
      method,
      path,
      credential,
      summary: defined(child.querySelector('.summary')).textContent,
      tag: name === '' ? '' : tag,
      cases: isLarge ? undefined : readCases(child),
      counts: undefined,
    };
  });
}

function readCases(article: HTMLElement): ListedCase[] {
  return [...article.querySelectorAll<HTMLElement>('.cases > li')].map((item) => {
    const { kind = '', place = '', types = '' } = item.dataset;
    const [status = '', ...title] = defined(item.querySelector('summary')).textContent.trim().split(' ');
    return {
      id: item.id,
      status: Number(status),
      title: title.join(' '),
      kind,
      place,
      types: types.split(' '),
      count: 1,
    };
  });
}

/** Makes the list's entry of a loaded case. */
export function listed({ id, title, kind, place, expected }: CaseData): ListedCase {
  const types = [...new Set(expected.entries?.map(({ type }) => type))];
  return { id, title, kind, place, status: expected.status, types, count: 1 };
}

/** The operation of a case: names may contain slashes, so the longest that matches. Other cases belong to the nameless one. */
export function operationOf(id: string, operations: readonly Operation[]): Operation {
  const owns = ({ name }: Operation) => name === '' || id === name || id.startsWith(`${name}/`);
  return defined(operations.filter(owns).sort((one, other) => other.name.length - one.name.length)[0]);
}
