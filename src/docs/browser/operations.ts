import { defined } from '../../text/defined.ts';
import type { Case } from './case.ts';

/** A case as the list has it, or several of a kind that are not loaded. */
export interface ListedCase {
  readonly id: string;
  readonly title: string;
  readonly status: number;
  readonly kind: string;
  readonly place: string;
  readonly types: readonly string[];
  readonly count: number;
}

/** An endpoint as the page tells of it. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The place of its credential, as `header X-API-Key`. */
  readonly credential: string;
  /** Its cases; undefined until they are loaded. */
  cases: readonly ListedCase[] | undefined;
  /** The number of each kind, where the cases are not loaded. */
  counts: readonly ListedCase[] | undefined;
}

/** The endpoints of the reference, each with its cases where the page has them. */
export function readOperations(reference: HTMLElement, isLarge: boolean): Operation[] {
  let tag = '';
  return [...reference.children].flatMap((child) => {
    if (child.matches('.tag')) tag = child.textContent;
    if (!(child instanceof HTMLElement) || !child.matches('article')) return [];
    const { method = '', path = '', credential = '' } = child.dataset;
    // An id ends in a slash, so that no name of an endpoint is taken for another part of the page.
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

/** A case that was loaded, as the list has it. */
export function listed({ id, title, kind, place, expected }: Case): ListedCase {
  const types = [...new Set(expected.entries?.map(({ type }) => type))];
  return { id, title, kind, place, status: expected.status, types, count: 1 };
}

/** The operation that a case belongs to. A name may have slashes of its own, so the longest one that fits is it; what has no name owns the rest. */
export function operationOf(id: string, operations: readonly Operation[]): Operation {
  const owns = ({ name }: Operation) => name === '' || id === name || id.startsWith(`${name}/`);
  return defined(operations.filter(owns).sort((one, other) => other.name.length - one.name.length)[0]);
}
