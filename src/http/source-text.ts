import { Issue, type Path } from '../issues/issue.ts';
import { sourcesOf } from '../json/source.ts';
import { once } from './once.ts';

/**
 * Shows offending values as they were written. A value once read has `1e400` rounded, the zero of `1.50` dropped and keys
 * that are integers moved to the front; what a reply repeats is therefore cut from the text of the body itself.
 */
export type WithSource = (issue: Issue) => Issue;

/** Gives these issues of one request their values as `source`, the text of its body, spells them. */
export function sourceText(source: string | undefined, issues: readonly Issue[]): WithSource {
  if (source === undefined) return (issue) => issue;
  const onlySpelling = spellerOf(source);
  const find = once(() => sourcesOf(source, issues.filter(isInBody).map(placeOf)));
  return (issue) => {
    if (!isInBody(issue) || issue.written !== undefined) return issue;
    const written = onlySpelling(issue.input) ?? find()(placeOf(issue));
    return written === undefined ? issue : issue.with({ written });
  };
}

function isInBody({ source }: Issue): boolean {
  return source[0] === 'body';
}

/** The path within the body of the value that an issue shows. */
function placeOf({ source, type }: Issue): Path {
  return type === 'missing' ? source.slice(1, -1) : source.slice(1);
}

/**
 * Gives the text of a value that can be spelt in one way only in such a body, which saves looking for it. A string has
 * others only with a backslash; a whole number, with a point, an exponent or as `-0`.
 */
function spellerOf(source: string): (input: unknown) => string | undefined {
  const hasEscapes = once(() => source.includes('\\'));
  const hasFloats = once(() => /[0-9][.eE]|-0/.test(source));
  return (input) => {
    if (typeof input === 'string') return hasEscapes() ? undefined : `"${input}"`;
    if (typeof input === 'boolean' || input === null) return String(input);
    return Number.isSafeInteger(input) && !hasFloats() ? String(input) : undefined;
  };
}

/** A structured detail in which every issue is spelt so. */
export function withSources(detail: Readonly<Record<string, unknown>>, source: string | undefined): unknown {
  const issues = Object.values(detail).filter((value) => value instanceof Issue);
  const spell = sourceText(source, issues);
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? spell(value) : value,
  ]);
  return Object.fromEntries(entries);
}
