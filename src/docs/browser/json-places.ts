import { matchEnd } from '../../text/scan.ts';

/** The place of a value in a JSON text, with those of the values in it. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** The start of its name, in an object. */
  readonly keyStart?: number;
  readonly members?: ReadonlyMap<string, JsonNode>;
  readonly items?: readonly JsonNode[];
}

/** The limit on nesting; a deeper text counts as invalid. */
const MAX_LEVELS = 100;
const SPACE = /[ \t\n\r]*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** Finds the places of all values in a JSON text; undefined if it is invalid. */
export function scanJson(text: string): JsonNode | undefined {
  const scanner = new Scanner(text);
  const node = scanner.value(0);
  scanner.space();
  return node && scanner.at === text.length ? node : undefined;
}

class Scanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  space(): void {
    this.at = matchEnd(SPACE, this.text, this.at);
  }

  /** Reads a value and the white space before it. */
  value(level: number): JsonNode | undefined {
    this.space();
    const opener = this.text[this.at];
    if (level > MAX_LEVELS) return undefined;
    if (opener === '{') return this.#object(level);
    return opener === '[' ? this.#list(level) : this.#scalar();
  }

  #scalar(): JsonNode | undefined {
    const start = this.at;
    SCALAR.lastIndex = start;
    const [found] = SCALAR.exec(this.text) ?? [];
    if (found === undefined) return undefined;
    this.at += found.length;
    return { start, end: this.at };
  }

  #object(level: number): JsonNode | undefined {
    const start = this.at++;
    const members = new Map<string, JsonNode>();
    const isWhole = this.#parts('}', () => {
      const key = this.#scalar();
      if (!key || !this.#take(':')) return false;
      const node = this.value(level + 1);
      if (node) members.set(nameOf(this.text.slice(key.start, key.end)), { ...node, keyStart: key.start });
      return node !== undefined;
    });
    return isWhole ? { start, end: this.at, members } : undefined;
  }

  #list(level: number): JsonNode | undefined {
    const start = this.at++;
    const items: JsonNode[] = [];
    const isWhole = this.#parts(']', () => {
      const node = this.value(level + 1);
      if (node) items.push(node);
      return node !== undefined;
    });
    return isWhole ? { start, end: this.at, items } : undefined;
  }

  /** Reads parts separated by commas, up to the end. */
  #parts(end: string, read: () => boolean): boolean {
    if (this.#take(end)) return true;
    do {
      this.space();
      if (!read()) return false;
    } while (this.#take(','));
    return this.#take(end);
  }

  #take(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
}

function nameOf(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
