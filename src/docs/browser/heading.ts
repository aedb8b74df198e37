import type { Case } from './case.ts';
import { element, find } from './dom.ts';
import type { Operation } from './operations.ts';

/** Shows above a request which one it is. */
export function showHeading({ method, path, summary, name }: Operation, { title }: Case): void {
  find('operation', HTMLElement).replaceChildren(element('b', {}, method), ` ${path}`);
  find('request-title', HTMLElement).textContent = title;
  find('summary', HTMLElement).replaceChildren(summary, ' ', ...twinOf(name));
}

/** The note of the reference on a path that is easily taken for another one. */
function twinOf(name: string): Node[] {
  const twin = document.getElementById(`${name}/`)?.querySelector('.twin');
  return twin ? [...twin.cloneNode(true).childNodes] : [];
}
