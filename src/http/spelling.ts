import { Issue } from '../issues/issue.ts';
import { sourcesOf } from '../json/source.ts';

/**
 * Shows offending values as they were written. `JSON.parse` rounds `1e400`, drops the zero of `1.50` and moves
 * integer-like keys to the front; what a reply repeats is therefore cut from the text of the body itself.
 */
export type Spell = (issue: Issue) => Issue;

/** Gives the issues of one request their values as `source`, the text of its body, spells them. */
export function speller(source: string | undefined): Spell {
  if (source === undefined) return (issue) => issue;
  let steps = -1;
  let sources: ReturnType<typeof sourcesOf> = () => undefined;
  return (issue) => {
    const [part, ...path] = issue.path;
    if (part !== 'body' || isLiteral(issue.input, source)) return issue;
    if (path.length > steps) {
      steps = path.length;
      sources = sourcesOf(source, steps);
    }
    const written = sources(issue.type === 'missing' ? path.slice(0, -1) : path);
    return written === undefined ? issue : issue.with({ written });
  };
}

/** A string can be spelt in several ways only with a backslash; a whole number with a point, an exponent or `-0`. */
function isLiteral(input: unknown, source: string): boolean {
  if (typeof input === 'string') return !source.includes('\\');
  return Number.isSafeInteger(input) && !/[0-9][.eE]|-0/.test(source);
}

/** A structured detail in which every issue is spelt so. */
export function spellEach(detail: Readonly<Record<string, unknown>>, spell: Spell): unknown {
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? spell(value) : value,
  ]);
  return Object.fromEntries(entries);
}
