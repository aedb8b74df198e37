import { Issue } from '../issues/issue.ts';
import { sourcesOf } from '../json/source.ts';

/**
 * Shows offending values as they were written. A value once read has `1e400` rounded, the zero of `1.50` dropped and keys
 * that are integers moved to the front; what a reply repeats is therefore cut from the text of the body itself.
 */
export type WithSource = (issue: Issue) => Issue;

/** Gives the issues of one request their values as `source`, the text of its body, spells them. */
export function sourceText(source: string | undefined): WithSource {
  if (source === undefined) return (issue) => issue;
  const find = finder(source);
  return (issue) => {
    const [part, ...path] = issue.source;
    if (part !== 'body' || issue.written !== undefined) return issue;
    const written =
      onlySpelling(issue.input, source) ?? find(issue.type === 'missing' ? path.slice(0, -1) : path);
    return written === undefined ? issue : issue.with({ written });
  };
}

/** Finds the text of the value at a path; the source is read once for all paths that are not longer than the first. */
function finder(source: string): ReturnType<typeof sourcesOf> {
  let steps = -1;
  let sources: ReturnType<typeof sourcesOf> = () => undefined;
  return (path) => {
    if (path.length > steps) {
      steps = path.length;
      sources = sourcesOf(source, steps);
    }
    return sources(path);
  };
}

/**
 * The text of a value that can be spelt in one way only, which saves looking for it. A string has others only with a
 * backslash; a whole number, with a point, an exponent or as `-0`.
 */
function onlySpelling(input: unknown, source: string): string | undefined {
  if (typeof input === 'string') return source.includes('\\') ? undefined : `"${input}"`;
  if (typeof input === 'boolean' || input === null) return String(input);
  return Number.isSafeInteger(input) && !/[0-9][.eE]|-0/.test(source) ? String(input) : undefined;
}

/** A structured detail in which every issue is spelt so. */
export function withSources(detail: Readonly<Record<string, unknown>>, spell: WithSource): unknown {
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? spell(value) : value,
  ]);
  return Object.fromEntries(entries);
}
