/** Reads filters that are written as expressions, as OData, SCIM and others have them, into the trees that JSON has for them. */

/** A filter, such as `{ "or": [{ "title": { "eq": "a" } }, { "watts": { "gt": "5" } }] }`. */
type Tree = Readonly<Record<string, unknown>>;

/** Reads `title eq 'a' or contains(title, 'b') and not (watts > 5)`; undefined if a text is no such expression. */
export function treeOf(text: string): Tree | undefined {
  const tokens = text.length > MAX_LENGTH ? [] : (text.match(TOKENS) ?? []);
  if (tokens.length > MAX_TOKENS) return undefined;
  const parser = new Parser(tokens);
  const tree = parser.either();
  return parser.isAtEnd ? tree : undefined;
}

const MAX_LENGTH = 2000;
const MAX_TOKENS = 200;
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|[(),]|[<>=!~]+|[^\s()<>=!~,'"]+/g;

const symbols: ReadonlyMap<string, string> = new Map([
  ['=', 'eq'],
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['<', 'lt'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['>=', 'gte'],
  ['~', 'contains'],
]);

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  either(): Tree | undefined {
    return this.#joined('or', () => this.#joined('and', () => this.#one()));
  }

  #joined(word: string, read: () => Tree | undefined): Tree | undefined {
    const all = [read()];
    while (this.#takes(word)) all.push(read());
    return all.length === 1 ? all[0] : { [word]: all };
  }

  #one(): Tree | undefined {
    if (this.#takes('not')) return { not: this.#one() };
    if (this.#takes('(')) {
      const inner = this.either();
      return this.#takes(')') ? inner : undefined;
    }
    const name = this.#next();
    if (!this.#takes('(')) return this.#compared(name);
    const [first = '', ...others] = this.#list();
    return others.length === 0 ? this.#compared(first) : { [first]: { [name]: others } };
  }

  /** Reads the operator and the value that a property is compared with. */
  #compared(name: string): Tree {
    const operator = this.#next();
    const value = this.#takes('(') ? this.#list() : this.#value();
    return { [name]: { [symbols.get(operator) ?? operator]: value } };
  }

  /** Reads the rest of a list in parentheses. A function in it, such as `tolower(title)`, is what it is applied to. */
  #list(): string[] {
    const all: string[] = [];
    while (!this.isAtEnd && !this.#takes(')')) {
      const value = this.#value();
      all.push(...(this.#takes('(') ? this.#list() : [value]));
      this.#takes(',');
    }
    return all;
  }

  #value(): string {
    const token = this.#next();
    return /^['"]/.test(token) ? token.slice(1, -1).replaceAll("''", "'") : token;
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? '';
  }

  #takes(word: string): boolean {
    const isNext = this.#tokens[this.#at]?.toLowerCase() === word;
    if (isNext) this.#at++;
    return isNext;
  }
}
