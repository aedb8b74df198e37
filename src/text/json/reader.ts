import { defined } from '../guards.ts';
import { INLINE_LIMIT, matchEnd } from '../scan.ts';
import { shareInstances } from '../share-instances.ts';
import { Rests, type Steps } from '../turns.ts';
import { Flaw, type FlawType } from './flaw.ts';

/** The most levels. The call stack holds several times as many. */
export const MAX_DEPTH = 1000;

/** The most members of an object. To list those of a larger one, as V8 does it, takes long, and nothing else is done meanwhile. */
export const MAX_MEMBERS = 100_000;

/**
 * Reads a JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) in a single pass. Returns its value, or a `Flaw`: the
 * first deviation from JSON, the first level beyond `depth`, which is at most `MAX_DEPTH`, or the first member beyond `MAX_MEMBERS`.
 *
 * `JSON.parse` is faster for long texts, but its errors take as long as the rest of a request, and have no position. It accepts
 * any depth, and rounds away fractions that a double cannot hold. Since Node 24 it may also take an escaped key for another one
 * that it remembers from an earlier text: https://github.com/nodejs/node/issues/63785
 */
export function readJson(json: string, depth: number, dialect?: JsonDialect): unknown {
  const cursor = new Cursor(json, dialect);
  const result = value(cursor, depth);
  if (result !== undefined && cursor.next() !== END) stop(cursor, 'textEnd');
  return cursor.flaw ?? result;
}

/** How others read JSON. */
export interface JsonDialect {
  /** True if a number ends where Python ends it, and may be `NaN` or infinite. */
  readonly isPython?: boolean;
  /** The most digits of a whole number. */
  readonly mostDigits?: number;
}

/** The characters that are read in a step. */
const STEP_LENGTH = 32 * 1024;

/** The lists and objects that took more than a step. */
const long = new WeakSet<object>();

/** Tells whether a value is a list or an object that was read in several steps. */
export function isLong(value: unknown): value is object {
  return typeof value === 'object' && value !== null && long.has(value);
}

/** Reads a long text in the same way, in steps. */
export function* readJsonInSteps(
  json: string,
  depth: number,
  length = STEP_LENGTH,
  dialect?: JsonDialect,
): Steps<unknown> {
  const cursor = new Cursor(json, dialect);
  const rests = new Rests();
  cursor.pause(rests, length);
  const result = value(cursor, depth);
  for (const _ of rests.inSteps()) {
    if (cursor.flaw) break;
    yield;
    cursor.pause(rests, length);
  }
  if (!cursor.flaw && cursor.next() !== END) stop(cursor, 'textEnd');
  return cursor.flaw ?? result;
}

/** Reads a value. Like all functions here, it returns undefined if something stopped the cursor. */
function value(cursor: Cursor, depth: number): unknown {
  const code = cursor.next();
  if (code === QUOTE) return string(cursor);
  if (isDigit(code) || (code === MINUS && !isInfinity(cursor))) return number(cursor, code);
  if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return word(cursor);
  if (depth === 0) return cursor.stop('depth');
  cursor.at++;
  return code === OPEN_BRACE ? object(cursor, depth - 1) : array(cursor, depth - 1);
}

/** Reads the rest of an array. */
function array(cursor: Cursor, depth: number): unknown {
  const items: unknown[] = [];
  return cursor.next() === CLOSE_BRACKET ? close(cursor, items) : addItems(items, cursor, depth);
}

/** Adds the next item of an array, and all others. */
function addItems(items: unknown[], cursor: Cursor, depth: number): unknown {
  do {
    const item = value(cursor, depth);
    if (item === undefined) return undefined;
    items.push(item);
    if (cursor.isPaused)
      return cursor.leave(items, () =>
        goesOn(cursor, CLOSE_BRACKET, 'elementEnd') ? addItems(items, cursor, depth) : close(cursor, items),
      );
  } while (goesOn(cursor, CLOSE_BRACKET, 'elementEnd'));
  // An array that grows has room for 16 more items: a copy takes a third of the memory.
  return close(cursor, items.length < SHORT ? items.slice() : items);
}

/** The length from which the room that an array has left is small beside it. */
const SHORT = 32;

/** Reads the rest of an object. */
function object(cursor: Cursor, depth: number): unknown {
  const members = {};
  const first = cursor.next();
  if (first === CLOSE_BRACE) return close(cursor, members);
  return first === QUOTE ? addMembers(members, cursor, depth, 0) : stop(cursor, 'firstKey');
}

/** Adds the next member of an object that has so many, and all others. */
function addMembers(members: Record<string, unknown>, cursor: Cursor, depth: number, known: number): unknown {
  let count = known;
  do {
    if (++count > MAX_MEMBERS) return cursor.stop('members');
    const key = keyOf(cursor);
    if (key === undefined) return undefined;
    const member = value(cursor, depth);
    if (member === undefined) return undefined;
    hold(members, key, member);
    if (cursor.isPaused)
      return cursor.leave(members, () =>
        goesOn(cursor, CLOSE_BRACE, 'memberEnd')
          ? addMembers(members, cursor, depth, count)
          : close(cursor, members),
      );
  } while (goesOn(cursor, CLOSE_BRACE, 'memberEnd'));
  return close(cursor, members);
}

/** Reads a key and the colon after it. */
function keyOf(cursor: Cursor): string | undefined {
  if (cursor.next() !== QUOTE) return stop(cursor, 'key');
  const key = knownKey(cursor) ?? newKey(cursor);
  if (key === undefined) return undefined;
  if (cursor.next() !== COLON) return stop(cursor, 'colon');
  cursor.at++;
  return key;
}

/**
 * The latest keys, by their first two characters. Nearly all texts have the same few, and it takes less time to recognize a key
 * than to make it, and to find the property that it names.
 */
const latestKeys: (string | undefined)[] = Array.from({ length: 64 });

/** Reads a key if it is one of the latest. */
function knownKey(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const key = latestKeys[slotOf(text, at + 1)];
  if (key === undefined || !text.startsWith(key, at + 1)) return undefined;
  const end = at + 1 + key.length;
  if (text.charCodeAt(end) !== QUOTE) return undefined;
  cursor.at = end + 1;
  return key;
}

/** Reads any key, and remembers it if it is written without escapes, and so short that it does not keep the whole text. */
function newKey(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const key = string(cursor);
  if (key !== undefined && key.length <= MAX_KNOWN_KEY && cursor.at - at === key.length + QUOTES)
    latestKeys[slotOf(text, at + 1)] = key;
  return key;
}

function slotOf(text: string, at: number): number {
  return (codeAt(text, at) + 7 * codeAt(text, at + 1)) & (latestKeys.length - 1);
}

const MAX_KNOWN_KEY = 12;
const QUOTES = 2;

/** Adds a member. An assignment to `__proto__` would not add a property. */
export function hold(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Skips a comma, after which more has to follow. Returns false at the end of the container, or if the cursor has stopped. */
function goesOn(cursor: Cursor, closer: number, otherwise: FlawType): boolean {
  const code = cursor.next();
  if (code === closer) return false;
  if (code === COMMA) {
    cursor.at++;
    if (cursor.next() !== closer) return true;
  }
  stop(cursor, code === COMMA ? 'trailingComma' : otherwise);
  return false;
}

/** Skips the end of a container, and returns the container. */
function close(cursor: Cursor, container: object): unknown {
  if (cursor.flaw) return undefined;
  cursor.at++;
  return container;
}

function stop(cursor: Cursor, otherwise: FlawType): undefined {
  cursor.stop(cursor.code === SLASH && !cursor.isPython ? 'comment' : otherwise);
}

/* The characters of JSON, as character codes. */

/** The code after the last character. */
const END = -1;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
export const QUOTE = 0x22;
const PLUS = 0x2b;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
export const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_U = 0x75;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

function isHexDigit(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x66);
}

function isExponent(code: number): boolean {
  return code === 0x65 || code === 0x45;
}

export function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === LINE_FEED || code === 0x0d || code === 0x09);
}

/**
 * Returns the code of the character at a position, or `END`. Reading past the end with `charCodeAt` alone makes V8 give up its
 * optimized code, and every read takes four times as long from then on.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : END;
}

/** A position in a text, which moves until something stops it. */
export class Cursor {
  readonly text: string;
  readonly isPython: boolean;
  readonly mostDigits: number;
  at = 0;
  /** The flaw that stopped it. */
  flaw: Flaw | undefined;
  /** What is left to do when a step ends, and where that is. */
  #rests: Rests | undefined;
  #pause = Number.POSITIVE_INFINITY;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, { isPython = false, mostDigits = Number.POSITIVE_INFINITY }: JsonDialect = {}) {
    this.text = text;
    this.isPython = isPython;
    this.mostDigits = mostDigits;
  }

  /** Begins a step of this length. */
  pause(rests: Rests, length: number): void {
    this.#rests = rests;
    this.#pause = this.at + length;
  }

  /** True at the end of a step. */
  get isPaused(): boolean {
    return this.at >= this.#pause;
  }

  /** Leaves the rest of a container for the next step. */
  leave(container: object, rest: () => void): object {
    defined(this.#rests).leave(rest);
    long.add(container);
    return container;
  }

  /** The code of the next character. */
  get code(): number {
    return codeAt(this.text, this.at);
  }

  /** Skips white space, and returns the code of the next character. */
  next(): number {
    const { text } = this;
    let { at } = this;
    let code = codeAt(text, at);
    while (isSpace(code)) {
      at++;
      if (code === LINE_FEED) this.#startLine(at);
      code = codeAt(text, at);
    }
    this.at = at;
    return code;
  }

  /**
   * Stops because of the next character, in a value that starts where it does or earlier. Returns undefined in place of what should
   * have been there.
   */
  stop(type: FlawType, start = this.at): undefined {
    this.flaw = new Flaw(type, this.at, this.#line, this.#lineStart, start);
  }

  #startLine(at: number): void {
    this.#line++;
    this.#lineStart = at;
  }
}

/** Reads a number: an `InexactNumber` if a double would change it, undefined if something stopped the cursor. */
function number(cursor: Cursor, sign: number): number | InexactNumber | undefined {
  const start = cursor.at;
  if (sign === MINUS) cursor.at++;
  const first = cursor.at;
  const whole = digits(cursor, start);
  if (whole === undefined) return undefined;
  const { at, code } = cursor;
  if (at > first + 1 && cursor.text.charCodeAt(first) === ZERO) {
    cursor.at = first + 1;
    return cursor.isPython ? 0 : cursor.stop('leadingZero');
  }
  if (at - first > MAX_EXACT || code === POINT || isExponent(code)) return decimal(cursor, start, first);
  return sign === MINUS ? -whole : whole;
}

/** Reads digits, and returns their number; any number if there are too many digits for an exact one. */
function digits(cursor: Cursor, start: number): number | undefined {
  const { text } = cursor;
  const near = cursor.at + INLINE_LIMIT;
  let { at } = cursor;
  let whole = 0;
  let code = codeAt(text, at);
  if (!isDigit(code)) return cursor.stop('digit', start);
  while (isDigit(code) && at < near) {
    whole = 10 * whole + code - ZERO;
    code = codeAt(text, ++at);
  }
  cursor.at = at < near ? at : matchEnd(DIGITS, text, at);
  return whole;
}

/** Reads the rest of the number that begins at `start`, with its digits at `first`. It may have a fraction and an exponent. */
function decimal(cursor: Cursor, start: number, first: number): number | InexactNumber | undefined {
  const { at: wholeEnd } = cursor;
  if (cursor.code === POINT && !endsBefore(cursor, 1)) {
    cursor.at++;
    if (digits(cursor, start) === undefined) return undefined;
  }
  if (isExponent(cursor.code)) {
    const sign = codeAt(cursor.text, cursor.at + 1);
    const length = sign === PLUS || sign === MINUS ? 2 : 1;
    if (!endsBefore(cursor, length)) {
      cursor.at += length;
      if (digits(cursor, start) === undefined) return undefined;
    }
  }
  const isWhole = cursor.at === wholeEnd;
  if (isWhole && wholeEnd - first > cursor.mostDigits) return cursor.stop('digits', start);
  const literal = cursor.text.slice(start, cursor.at);
  const value = Number(literal);
  // A number with a fraction or an exponent is meant as a double, and may lose its last digits; any other one is exact.
  const isInexact = isWhole ? !Number.isSafeInteger(value) : Number.isInteger(value) && hasFraction(literal);
  return isInexact ? new InexactNumber(literal, isWhole, value) : value;
}

/** Tells whether a number ends here to Python, as no digit follows what is so long. */
function endsBefore({ isPython, text, at }: Cursor, length: number): boolean {
  return isPython && !isDigit(codeAt(text, at + length));
}

/** Checks for a number that is not whole, whatever its length and exponent. */
function hasFraction(literal: string): boolean {
  const exponent = literal.search(/[eE]/);
  const mantissa = exponent < 0 ? literal : literal.slice(0, exponent);
  const last = lastDigit(mantissa);
  if (last < 0) return false;
  const point = mantissa.includes('.') ? mantissa.indexOf('.') : mantissa.length;
  const power = last > point ? point - last : point - 1 - last;
  return power + (exponent < 0 ? 0 : Number(literal.slice(exponent + 1))) < 0;
}

/** Returns the position of the last digit other than 0, or -1. */
function lastDigit(mantissa: string): number {
  let at = mantissa.length - 1;
  while (at >= 0 && !isSignificant(mantissa.charCodeAt(at))) at--;
  return at;
}

function isSignificant(code: number): boolean {
  return code > ZERO && isDigit(code);
}

/** The number of digits that are always exact. */
const MAX_EXACT = 15;
const DIGITS = /[0-9]*/y;

/**
 * Reads a string; returns undefined if something stopped the cursor. The syntax is checked here, and `JSON.parse` decodes the
 * escapes.
 */
function string(cursor: Cursor): string | undefined {
  const start = cursor.at++;
  skipPlain(cursor);
  if (cursor.code === QUOTE) {
    cursor.at++;
    return cursor.text.slice(start + 1, cursor.at - 1);
  }
  while (cursor.code === BACKSLASH) {
    cursor.at++;
    if (!skipEscape(cursor, start)) return undefined;
    skipPlain(cursor);
  }
  if (cursor.code !== QUOTE) return cursor.stop(cursor.code === END ? 'quote' : 'control', start);
  cursor.at++;
  return JSON.parse(cursor.text.slice(start, cursor.at));
}

/** Skips characters that stand for themselves. */
function skipPlain(cursor: Cursor): void {
  const { text } = cursor;
  const near = Math.min(cursor.at + INLINE_LIMIT, text.length);
  let { at } = cursor;
  while (at < near && isPlain(text.charCodeAt(at))) at++;
  cursor.at = at < near ? at : matchEnd(PLAIN, text, at);
}

function isPlain(code: number): boolean {
  return code >= SPACE && code !== QUOTE && code !== BACKSLASH;
}

/** Skips the rest of an escape after its backslash, in the string that begins at `start`. */
function skipEscape(cursor: Cursor, start: number): true | undefined {
  const isLong = cursor.code === LETTER_U;
  if (!isLong && !escapes[cursor.code]) return cursor.stop('escape', start);
  cursor.at++;
  return isLong ? skipHexDigits(cursor) : true;
}

function skipHexDigits(cursor: Cursor): true | undefined {
  for (const last = cursor.at + 4; cursor.at < last; cursor.at++)
    if (!isHexDigit(cursor.code)) return cursor.stop('hexDigit');
  return true;
}

const PLAIN = /[ !#-[\]-\uffff]*/y;
/**
 * The ASCII characters that may follow a backslash. Searching a set would take longer than everything else that is done with an
 * escape.
 */
const escapes: boolean[] = [];
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = true;

/** Reads a word such as `true`; returns undefined if something stopped the cursor. */
function word(cursor: Cursor): boolean | number | null | undefined {
  for (const [word, value] of cursor.isPython ? pythonWords : words) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return value;
  }
  return cursor.stop(hint(cursor.text.charAt(cursor.at)));
}

/** Returns the likely mistake, given the character where a value should be. */
function hint(character: string): FlawType {
  if (/[A-Za-z]/.test(character)) return 'word';
  if (/[+.]/.test(character)) return 'numberStart';
  if (character === "'") return 'singleQuote';
  return character === '/' ? 'comment' : 'value';
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

const MINUS_INFINITY = '-Infinity';
const pythonWords = [
  ...words,
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  [MINUS_INFINITY, Number.NEGATIVE_INFINITY],
] as const;

function isInfinity({ isPython, text, at }: Cursor): boolean {
  return isPython && text.startsWith(MINUS_INFINITY, at);
}

/**
 * A JSON number that a double would silently change: it has a fraction too small for a double (`30.00000000000000000001`,
 * `1e-400`), so that `JSON.parse` would read a whole number, or it is whole and has more digits than a double holds
 * (`9007199254740993`).
 */
export class InexactNumber {
  static {
    shareInstances(InexactNumber, 'InexactNumber');
  }

  readonly text: string;
  /** True if it is written without a fraction and without an exponent. */
  readonly isWhole: boolean;
  /** The nearest double. */
  readonly double: number;

  /** Works out what is not given. A text may have tens of thousands of digits, so its reader passes what it knows. */
  constructor(text: string, isWhole = !/[.eE]/.test(text), double = Number(text)) {
    this.text = text;
    this.isWhole = isWhole;
    this.double = double;
  }

  /** Lets `JSON.stringify` write the nearest double. */
  toJSON(): number {
    return this.double;
  }
}
