import { Refusal } from '../../../contract/outcome.ts';
import { type Limits, oversized } from '../../../http/limits.ts';
import { defined } from '../../../text/guards.ts';
import { matchEnd, trim } from '../../../text/scan.ts';
import { TOKEN_CHARACTER } from '../../../text/strings.ts';
import type { Input } from './input.ts';

/** A part of a line: a number of characters of one kind, described by a sticky pattern with one class. */
export interface Run {
  readonly kind: RegExp;
  readonly min: number;
  readonly max: number;
}

/**
 * An incomplete line. Each of its characters is looked at once, however many packets it takes: the line is matched as a whole
 * only when this has stopped.
 */
export class PartialLine {
  readonly #runs: readonly Run[];
  readonly #lengths: number[] = [0];
  #hasReturn = false;
  #seen = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** Its length so far, without the line end. */
  get length(): number {
    return this.#hasReturn ? this.#seen - 1 : this.#seen;
  }

  /** Returns the length of a run so far. */
  lengthOf(run: number): number {
    return this.#lengths[run] ?? 0;
  }

  /** Reads what has arrived. Returns false once the line has ended, or has become invalid. */
  goesOn(input: Input): boolean {
    const text = input.textFrom(input.at + this.#seen);
    let at = 0;
    while (at < text.length && !this.#hasReturn) {
      if (text[at] === '\r') {
        this.#hasReturn = true;
        at++;
      } else {
        const end = this.#runEnd(text, at);
        if (end === undefined) break;
        at = end;
      }
    }
    this.#seen += at;
    return at === text.length;
  }

  /** Returns the end of the run that continues or begins at `at`, if one does. */
  #runEnd(text: string, at: number): number | undefined {
    let index = this.#lengths.length - 1;
    for (let run = this.#runs[index]; run; run = this.#runs[++index]) {
      const length = this.lengthOf(index);
      const end = Math.min(matchEnd(run.kind, text, at), at + run.max - length);
      this.#lengths[index] = length + end - at;
      if (end > at) return end;
      if (length < run.min) return undefined;
    }
    return undefined;
  }
}

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
    if (!isNamed(pairs[at], name)) continue;
    const next = defined(pairs[at + 1]);
    value = value === undefined ? next : `${value}, ${next}`;
  }
  return value;
}

/** Returns all values of a field, from alternating names and values. */
export function valuesOf(pairs: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    if (!isNamed(pairs[at], name)) continue;
    values ??= [];
    values.push(defined(pairs[at + 1]));
  }
  return values ?? none;
}

const none: readonly string[] = [];

/** Checks for a name in lower case, in whatever case it was sent. Changing the case of a text takes longer than comparing characters. */
export function isNamed(candidate: string | undefined, name: string): boolean {
  if (candidate?.length !== name.length) return false;
  for (let at = 0; at < name.length; at++)
    if (lowerCase[candidate.charCodeAt(at)] !== name.charCodeAt(at)) return false;
  return true;
}

/** The lower case of each character of a name, by its code. */
const lowerCase = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** The refusal of anything that is not a request. */
export const malformed = new Refusal(400, 'The request is not well-formed HTTP/1.1');
