import type { Issue, Path } from '../errors/issue.ts';
import { defined } from '../text/guards.ts';

/**
 * Returns the issue to name a case by: the only one, or, if a union tried several kinds on one value, the first that is not
 * `missing`. Undefined if several values are wrong.
 */
export function mainIssue(issues: readonly Issue[]): Issue | undefined {
  const [first] = issues;
  if (!first || issues.length === 1) return first;
  const place = commonPath(issues);
  const isUnion = issues.every(({ path, source }) => path[place.length] !== source[place.length]);
  if (!isUnion) return undefined;
  const main = issues.find(({ type }) => type !== 'missing') ?? first;
  return main.source.length === place.length ? main.with({ path: place }) : main;
}

/** The innermost place that contains all wrong values. */
export function commonPath([first, ...others]: readonly Issue[]): Path {
  const path = defined(first).source;
  const differs = path.findIndex((key, at) => others.some(({ source }) => source[at] !== key));
  return differs === -1 ? path : path.slice(0, differs);
}
