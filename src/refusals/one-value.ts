import type { Issue, Path } from '../issues/issue.ts';
import { defined } from '../text/defined.ts';

/**
 * The issue that stands for all: the only one, or, where a union tried several kinds on one value, the first that is about more
 * than what is missing. Where several values are wrong there is none.
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

/** The place that holds every value that is wrong. */
export function commonPath([first, ...others]: readonly Issue[]): Path {
  const path = defined(first).source;
  const differs = path.findIndex((key, at) => others.some(({ source }) => source[at] !== key));
  return differs === -1 ? path : path.slice(0, differs);
}
