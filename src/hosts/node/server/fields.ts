import type { Refusal } from '../../../contract/outcome.ts';
import { type Limits, oversized } from '../../../http/limits.ts';
import { defined } from '../../../text/guards.ts';
import { trim } from '../../../text/scan.ts';
import { TOKEN_CHARACTER } from '../../../text/strings.ts';
import { malformed } from './grammar.ts';
import type { Input } from './input.ts';
import { PartialLine, type Run } from './partial-line.ts';

const FIELD = new RegExp(String.raw`${TOKEN_CHARACTER}+:[\t -~\x80-\xff]*\r\n`, 'y');
const runsOfField: readonly Run[] = [
  { kind: new RegExp(`${TOKEN_CHARACTER}*`, 'y'), min: 1, max: Number.POSITIVE_INFINITY },
  { kind: /[\t -~\x80-\xff]*/y, min: 0, max: Number.POSITIVE_INFINITY },
];

/** Reads the header fields of a request, or the trailers of its body (RFC 9112, 5), line by line. */
export class FieldsReader {
  /** Alternating names and values, as sent. */
  readonly pairs: string[] = [];
  readonly #limits: Limits;
  #size = 0;
  #partial: PartialLine | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Reads on. Returns true after the empty line at the end. */
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
    return oversized({ target: 0, headers: this.pairs.length / 2, headerBytes }, this.#limits);
  }
}

/** Returns the value in a line. Usually one space precedes it, and none follows. */
function valueIn(text: string, start: number, end: number): string {
  const isUsual = text.charCodeAt(start) === SPACE && isVisible(text, start + 1) && isVisible(text, end - 1);
  return isUsual ? text.slice(start + 1, end) : trim(text.slice(start, end));
}

/** Checks that there is neither a space nor a tab. */
function isVisible(text: string, at: number): boolean {
  return text.charCodeAt(at) > SPACE;
}

const SPACE = 0x20;
/** The length of a line end. */
const CRLF = 2;

/** Returns the value of a field; several values are joined (RFC 9110, 5.3). */
export function joinedValue(pairs: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    if (!isSpelling(pairs[at], name)) continue;
    const next = defined(pairs[at + 1]);
    value = value === undefined ? next : `${value}, ${next}`;
  }
  return value;
}

/** Returns all values of a field, from alternating names and values. */
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

/** Checks for a name in lower case, however it was spelt. Changing the case of a text takes longer than comparing characters. */
export function isSpelling(candidate: string | undefined, name: string): boolean {
  if (candidate?.length !== name.length) return false;
  for (let at = 0; at < name.length; at++)
    if (lowerCase[candidate.charCodeAt(at)] !== name.charCodeAt(at)) return false;
  return true;
}

/** The lower case of each character of a name, by its code. */
const lowerCase = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);
