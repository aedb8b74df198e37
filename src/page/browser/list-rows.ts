import { phraseOf } from '../../http/statuses.ts';
import { element } from './dom.ts';
import type { ListedCase, Operation } from './operations.ts';

/** A case of an endpoint, or a count of several. */
export interface Row {
  readonly operation: Operation;
  readonly each: ListedCase;
}

/** The kind of accepted cases, and their heading in the list. */
export const ACCEPTED = 'accepted';

export function rowsOf({ cases, counts }: Operation): readonly ListedCase[] {
  return cases ?? counts ?? [];
}

export function countOf(rows: readonly ListedCase[]): string {
  return String(rows.reduce((sum, { kind, count }) => sum + (kind === ACCEPTED ? 0 : count), 0));
}

export function labelOf({ method, path }: Operation): (Node | string)[] {
  return [element('b', {}, method), element('span', {}, ` ${path}`)];
}

export function waiting(): HTMLElement {
  return element('p', { class: 'quiet' }, 'Loading…');
}

/** The title without the name of its field, for a list under that name. */
export function shortTitle({ title, place }: ListedCase): string {
  const start = `${place.split('.').at(-1)} is `;
  const rest = title.slice(start.length);
  return title.startsWith(start) && !/^(?:missing|left out)$/.test(rest) ? rest : title;
}

export function headingsOf(by: 'status' | 'type', { status, types }: ListedCase): readonly string[] {
  if (by === 'status') return [`${status} ${phraseOf(status)}`];
  const named = types.filter(Boolean);
  return named.length > 0 ? named : ['(no entries)'];
}

export function wordsOf({ method, path, summary, name }: Operation): string {
  return `${method} ${path} ${summary} ${name}`.toLowerCase();
}

export function hasAll(words: readonly string[], { operation, each }: Row): boolean {
  if (words.length === 0) return true;
  const { id, title, status, place, types } = each;
  const { method, path } = operation;
  const text = `${method} ${path} ${id} ${title} ${status} ${place} ${types.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The row of an endpoint without cases. */
export function plainRow(id: string): ListedCase {
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
