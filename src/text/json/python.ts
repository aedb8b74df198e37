import { codePoints } from '../strings.ts';
import { readJson } from './reader.ts';

/** The first flaw of a text by Python's rules for JSON, with Python's message and the position in code points. */
export class PythonFlaw {
  readonly error: string;
  readonly position: number;

  constructor(error: string, position: number) {
    this.error = error;
    this.position = position;
  }
}

/**
 * Reads a JSON text as Python's `json` does, which accepts `NaN` and infinities, and has its own messages for everything else. It
 * is slow, so it is only for texts in which `readJson` finds a flaw.
 */
export function readPythonJson(json: string): unknown {
  const reader = new Reader(json);
  const value = reader.value(reader.space(0));
  const end = reader.flaw ? 0 : reader.space(reader.at);
  if (!reader.flaw && end !== json.length) reader.stop('Extra data', end);
  const { flaw } = reader;
  return flaw ? new PythonFlaw(flaw[0], codePoints(json.slice(0, flaw[1]))) : value;
}

/** Does not limit the depth, because deeper texts have already been refused. */
class Reader {
  readonly #text: string;
  at = 0;
  flaw: readonly [error: string, at: number] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  stop(error: string, at: number): undefined {
    this.flaw ??= [error, at];
    return undefined;
  }

  /** Returns the position of the next character other than white space. */
  space(from: number): number {
    let at = from;
    while (SPACE.includes(this.#text.charAt(at)) && at < this.#text.length) at++;
    return at;
  }

  value(at: number): unknown {
    const character = this.#text.charAt(at);
    if (character === '"') return this.#string(at);
    if (character === '{') return this.#object(at + 1);
    if (character === '[') return this.#array(at + 1);
    for (const [word, value] of words)
      if (this.#text.startsWith(word, at)) return this.#take(value, at + word.length);
    NUMBER.lastIndex = at;
    const [literal] = NUMBER.exec(this.#text) ?? [];
    if (literal === undefined) return this.stop('Expecting value', at);
    return this.#take(readJson(literal, 1), at + literal.length);
  }

  #take(value: unknown, end: number): unknown {
    this.at = end;
    return value;
  }

  #string(start: number): string | undefined {
    let at = start + 1;
    for (; at < this.#text.length && this.#text.charAt(at) !== '"'; at++) {
      const character = this.#text.charAt(at);
      if (character < ' ') return this.stop('Invalid control character at', at);
      if (character !== '\\') continue;
      const next = this.#text.charAt(++at);
      if (next !== 'u' && !ESCAPES.includes(next)) return this.stop('Invalid \\escape', at - 1);
      if (next === 'u' && !HEX.test(this.#text.slice(at + 1, at + 5)))
        return this.stop('Invalid \\uXXXX escape', at);
    }
    if (at >= this.#text.length) return this.stop('Unterminated string starting at', start);
    this.at = at + 1;
    return JSON.parse(this.#text.slice(start, at + 1));
  }

  #object(from: number): unknown {
    const members: [string, unknown][] = [];
    let at = this.space(from);
    if (this.#text.charAt(at) === '}') return this.#take({}, at + 1);
    while (!this.flaw) {
      if (this.#text.charAt(at) !== '"')
        return this.stop('Expecting property name enclosed in double quotes', at);
      const key = this.#string(at);
      if (key === undefined) return undefined;
      at = this.space(this.at);
      if (this.#text.charAt(at) !== ':') return this.stop("Expecting ':' delimiter", at);
      members.push([key, this.value(this.space(at + 1))]);
      at = this.#next('}', 'object');
      if (at === -1) return Object.fromEntries(members);
    }
    return undefined;
  }

  #array(from: number): unknown {
    const items: unknown[] = [];
    let at = this.space(from);
    if (this.#text.charAt(at) === ']') return this.#take(items, at + 1);
    while (!this.flaw) {
      items.push(this.value(at));
      at = this.#next(']', 'array');
      if (at === -1) return items;
    }
    return undefined;
  }

  /** Returns the position of the next member after a comma; -1 at the end of the container. */
  #next(closer: string, container: string): number {
    if (this.flaw) return 0;
    const at = this.space(this.at);
    const character = this.#text.charAt(at);
    if (character === closer) {
      this.at = at + 1;
      return -1;
    }
    if (character !== ',') this.stop("Expecting ',' delimiter", at);
    const next = this.space(at + 1);
    if (this.#text.charAt(next) === closer)
      this.stop(`Illegal trailing comma before end of ${container}`, at);
    return next;
  }
}

const SPACE = ' \t\n\r';
const ESCAPES = '"\\/bfnrt';
const HEX = /^[0-9a-fA-F]{4}$/;
/** Linear: no repetition can match a character that its neighbour could also match. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const words: readonly (readonly [word: string, value: unknown])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];
