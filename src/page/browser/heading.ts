import type { Case } from './case.ts';
import { element, find } from './dom.ts';
import type { Operation } from './operations.ts';

/** Shows the endpoint and the title above the request. */
export function showHeading({ method, path, summary, name }: Operation, { title }: Case): void {
  find('operation', HTMLElement).replaceChildren(element('b', {}, method), ` ${path}`);
  find('request-title', HTMLElement).textContent = title;
  find('summary', HTMLElement).replaceChildren(summary, ' ', ...twinOf(name));
}

/** Copies the note about a similar path from the reference. */
function twinOf(name: string): Node[] {
  const twin = document.getElementById(`${name}/`)?.querySelector('.twin');
  return twin ? [...twin.cloneNode(true).childNodes] : [];
}
