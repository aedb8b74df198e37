import type { Refusal } from '../../contract/refusal.ts';
import { type Limits, oversized } from '../../http/limits.ts';
import { defined } from '../../text/defined.ts';
import { trim } from '../../text/trim.ts';
import { malformed } from './grammar.ts';
import type { Input } from './input.ts';
import { PartialLine, type Run } from './partial-line.ts';

const FIELD = /[!#$%&'*+.^`|~\w-]+:[\t -~\x80-\xff]*\r\n/y;
const runsOfField: readonly Run[] = [
  { kind: /[!#$%&'*+.^`|~\w-]*/y, min: 1, max: Number.POSITIVE_INFINITY },
  { kind: /[\t -~\x80-\xff]*/y, min: 0, max: Number.POSITIVE_INFINITY },
];

/** Reads the header fields of a request, or the trailers of its body (RFC 9112, 5), a line at a time. */
export class FieldsReader {
  /** Names and values in turn, as they were sent. */
  readonly pairs: string[] = [];
  readonly #limits: Limits;
  #size = 0;
  #partial: PartialLine | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Reads on; true once the empty line has come that ends them. */
  read(input: Input): boolean | Refusal {
    if (this.#partial?.goesOn(input)) return this.#wait(this.#partial);
    this.#readLines(input);
    const refusal = this.#refusalOf(this.#size);
    if (refusal) return refusal;
    if (input.text.startsWith('\r\n', input.at)) {
      input.at += 2;
      return true;
    }
    this.#partial = new PartialLine(runsOfField);
    const goesOn = this.#partial.goesOn(input);
    return this.#wait(this.#partial) || (goesOn ? false : malformed);
  }

  #readLines(input: Input): void {
    const { text, at: start } = input;
    const { headers, headerBytes } = this.#limits;
    const { pairs } = this;
    let at = start;
    FIELD.lastIndex = start;
    while (FIELD.test(text)) {
      const colon = text.indexOf(':', at);
      pairs.push(text.slice(at, colon), valueIn(text, colon + 1, FIELD.lastIndex - CRLF));
      at = FIELD.lastIndex;
      if (pairs.length > 2 * headers || this.#size + at - start > headerBytes) break;
    }
    this.#size += at - start;
    input.at = at;
  }

  #wait(partial: PartialLine): false | Refusal {
    return this.#refusalOf(this.#size + partial.length) ?? false;
  }

  #refusalOf(headerBytes: number): Refusal | undefined {
    const headers = this.pairs.length / 2;
    const isWithin = headers <= this.#limits.headers && headerBytes <= this.#limits.headerBytes;
    return isWithin ? undefined : oversized({ target: 0, headers, headerBytes }, this.#limits);
  }
}

/** The value in a line, most often with one space before it and none behind it. */
function valueIn(text: string, start: number, end: number): string {
  const isUsual = text.charCodeAt(start) === SPACE && isVisible(text, start + 1) && isVisible(text, end - 1);
  return isUsual ? text.slice(start + 1, end) : trim(text.slice(start, end));
}

/** Tells whether there is neither a space nor a tab. */
function isVisible(text: string, at: number): boolean {
  return text.charCodeAt(at) > SPACE;
}

const SPACE = 0x20;
/** The length of what ends a line. */
const CRLF = 2;

/** The value of a field; several of one name are joined (RFC 9110, 5.3). */
export function joinedValue(pairs: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    if (!isSpelling(pairs[at], name)) continue;
    const next = defined(pairs[at + 1]);
    value = value === undefined ? next : `${value}, ${next}`;
  }
  return value;
}

/** All values of a field, given names and values in turn. */
export function valuesOf(pairs: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    if (!isSpelling(pairs[at], name)) continue;
    values ??= [];
    values.push(defined(pairs[at + 1]));
  }
  return values ?? none;
}

const none: readonly string[] = [];

/** Tells whether this is a field's name; their lengths and first letters tell almost all apart. */
export function isSpelling(candidate: string | undefined, name: string): boolean {
  if (candidate?.length !== name.length) return false;
  if (candidate === name) return true;
  return startsAlike(candidate, name) && candidate.toLowerCase() === name;
}

/** Compares the first letters, in any case. Other characters are told apart by the whole name. */
function startsAlike(candidate: string, name: string): boolean {
  return (candidate.charCodeAt(0) | CASE_BIT) === (name.charCodeAt(0) | CASE_BIT);
}

const CASE_BIT = 0x20;
