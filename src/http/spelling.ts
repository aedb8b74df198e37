import { Issue } from '../issues/issue.ts';
import { sourceOf } from '../json/source.ts';

/**
 * Shows offending values as they were written. `JSON.parse` rounds `1e400`, drops the zero of `1.50` and moves
 * integer-like keys to the front; what a reply repeats is therefore cut from the text of the body itself.
 */

/** The issue with its value as `source` spells it, where the value is in the body at all. */
export function spell(issue: Issue, source: string | undefined): Issue {
  const [part, ...path] = issue.path;
  if (source === undefined || part !== 'body') return issue;
  const written = sourceOf(source, issue.type === 'missing' ? path.slice(0, -1) : path);
  return written === undefined ? issue : issue.with({ written });
}

/** A structured detail in which every issue is spelt so. */
export function spellEach(detail: Readonly<Record<string, unknown>>, source: string | undefined): unknown {
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? spell(value, source) : value,
  ]);
  return Object.fromEntries(entries);
}
