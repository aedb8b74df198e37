import { Issue, type Path } from '../errors/issue.ts';
import { sourcesOf } from '../text/json/places.ts';

/**
 * The text of a body, to show offending values as they were written. Parsing rounds `1e400`, drops the zero of `1.50` and moves
 * integer keys to the front.
 */
export class SourceText {
  readonly #source: string | undefined;
  readonly #issues: readonly Issue[];
  #hasEscapes: boolean | undefined;
  #hasFloats: boolean | undefined;
  #find: ((path: Path) => string | undefined) | undefined;

  /** The issues are those whose values will be asked for. */
  constructor(source: string | undefined, issues: readonly Issue[]) {
    this.#source = source;
    this.#issues = issues;
  }

  /** Returns the value of an issue as it was written, if it is known. */
  of(issue: Issue): string | undefined {
    const source = this.#source;
    if (source === undefined || issue.written !== undefined || !isInBody(issue)) return issue.written;
    return this.#onlySpelling(issue.input, source) ?? this.#search(placeOf(issue), source);
  }

  /**
   * Returns the text of a value that has only one spelling in this body, which saves searching for it. Another spelling of a
   * string needs a backslash; another one of an integer, a point, an exponent or `-0`.
   */
  #onlySpelling(input: unknown, source: string): string | undefined {
    if (typeof input === 'string') {
      this.#hasEscapes ??= source.includes('\\');
      return this.#hasEscapes ? undefined : `"${input}"`;
    }
    if (typeof input === 'boolean' || input === null) return String(input);
    if (!Number.isSafeInteger(input)) return undefined;
    this.#hasFloats ??= FLOAT.test(source);
    return this.#hasFloats ? undefined : String(input);
  }

  #search(place: Path, source: string): string | undefined {
    this.#find ??= sourcesOf(source, this.#issues.filter(isInBody).map(placeOf));
    return this.#find(place);
  }
}

const FLOAT = /[0-9][.eE]|-0/;

function isInBody({ source }: Issue): boolean {
  return source[0] === 'body';
}

/** Returns the path, within the body, of the value that an issue shows. */
function placeOf({ source, type }: Issue): Path {
  return type === 'missing' ? source.slice(1, -1) : source.slice(1);
}

/** Adds to every issue in a structured detail its value as it was written. */
export function withSources(detail: Readonly<Record<string, unknown>>, source: string | undefined): unknown {
  const issues = Object.values(detail).filter((value) => value instanceof Issue);
  const text = new SourceText(source, issues);
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? value.with({ written: text.of(value) }) : value,
  ]);
  return Object.fromEntries(entries);
}
