import { Issue, type Path } from '../issues/issue.ts';
import { sourcesOf } from '../json/source.ts';
import { once } from '../text/once.ts';

/**
 * Finds offending values as they were written. Parsing rounds `1e400`, drops the zero of `1.50` and moves integer keys to the
 * front, so a reply quotes the text of the body itself.
 */
export type SourceText = (issue: Issue) => string | undefined;

/** Makes a finder for the values of these issues in `source`, the text of the body. */
export function sourceText(source: string | undefined, issues: readonly Issue[]): SourceText {
  if (source === undefined) return ({ written }) => written;
  const onlySpelling = spellerOf(source);
  const find = once(() => sourcesOf(source, issues.filter(isInBody).map(placeOf)));
  return (issue) => {
    if (!isInBody(issue) || issue.written !== undefined) return issue.written;
    return onlySpelling(issue.input) ?? find()(placeOf(issue));
  };
}

function isInBody({ source }: Issue): boolean {
  return source[0] === 'body';
}

/** Returns the path, within the body, of the value that an issue shows. */
function placeOf({ source, type }: Issue): Path {
  return type === 'missing' ? source.slice(1, -1) : source.slice(1);
}

/**
 * Returns the text of a value that has only one spelling in this body, which saves searching for it. Another spelling of a string
 * needs a backslash; another one of an integer, a point, an exponent or `-0`.
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

/** Adds to every issue in a structured detail its value as it was written. */
export function withSources(detail: Readonly<Record<string, unknown>>, source: string | undefined): unknown {
  const issues = Object.values(detail).filter((value) => value instanceof Issue);
  const textOf = sourceText(source, issues);
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? value.with({ written: textOf(value) }) : value,
  ]);
  return Object.fromEntries(entries);
}
