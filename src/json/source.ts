import { spaceEnd, stringEnd, valueEnd } from './scan.ts';

type Step = string | number;

/**
 * The text of the value at `path` in a valid JSON text, exactly as it was written: digits, escapes, order and
 * white space. Where a key comes twice, the last one counts, as in `JSON.parse`.
 */
export function sourceOf(json: string, path: readonly Step[]): string | undefined {
  const search = new Search(json, path);
  while (!search.isAtEnd()) search.advance();
  return search.found;
}

/** One pass over the text: it opens the containers that lie on the path and steps over all other values. */
class Search {
  found: string | undefined;
  private readonly json: string;
  private readonly path: readonly Step[];
  private at: number;
  /** How many containers are open. The path leads through all of them. */
  private depth = 0;
  /** The index of the element at hand, if the innermost container is an array. */
  private index = 0;

  constructor(json: string, path: readonly Step[]) {
    this.json = json;
    this.path = path;
    this.at = spaceEnd(json, 0);
    this.value();
  }

  isAtEnd(): boolean {
    return this.at >= this.json.length;
  }

  /** Takes one member, one element, one comma or the end of a container. */
  advance(): void {
    const character = this.json[this.at];
    if (character === ',') {
      this.index++;
      this.skip(this.at + 1);
    } else if (character === '}' || character === ']') this.close();
    else if (this.isNext()) this.value();
    else this.skip(valueEnd(this.json, this.at));
  }

  /** Whether what comes next lies on the path. Moves past the key, where there is one. */
  private isNext(): boolean {
    const step = this.path[this.depth - 1];
    if (typeof step !== 'string') return step === this.index;
    const start = this.at;
    const end = stringEnd(this.json, start);
    const colon = spaceEnd(this.json, end);
    this.skip(colon + 1);
    return isKey(this.json.slice(start, end), step);
  }

  /** Takes a value that lies on the path. What an earlier member of the same name held is forgotten. */
  private value(): void {
    const step = this.path[this.depth];
    const opening = typeof step === 'string' ? '{' : '[';
    this.found = undefined;
    if (step !== undefined && this.json[this.at] === opening) this.open();
    else this.take(valueEnd(this.json, this.at), step === undefined);
  }

  private open(): void {
    this.depth++;
    this.index = 0;
    this.skip(this.at + 1);
  }

  /** Nothing on the path can follow in an array whose element was opened: its count does not have to come back. */
  private close(): void {
    this.depth--;
    this.index = Number.POSITIVE_INFINITY;
    this.skip(this.at + 1);
  }

  private take(end: number, isTarget: boolean): void {
    if (isTarget) this.found = this.json.slice(this.at, end);
    this.skip(end);
  }

  private skip(to: number): void {
    this.at = spaceEnd(this.json, to);
  }
}

/** Whether a key as written, quotation marks included, is `name`: `"\u0061ge"` is `age`. */
function isKey(written: string, name: string): boolean {
  return written.includes('\\') ? JSON.parse(written) === name : written === `"${name}"`;
}
