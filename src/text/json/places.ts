import { INLINE_LIMIT, matchEnd } from '../scan.ts';
import { BACKSLASH, COLON, COMMA, Cursor, codeAt, isSpace, OPEN_BRACE, QUOTE } from './reader.ts';

/** Finds the places of values in JSON text, to show every digit, escape and space as it was written. */

type Step = string | number;
type Path = readonly Step[];

/** A place in a text that is searched for, or that leads to one. */
class Place {
  start = -1;
  end = -1;
  inner: Map<Step, Place> | undefined;

  /** Returns the place that a step leads to, or adds it. */
  ask(step: Step): Place {
    this.inner ??= new Map();
    const known = this.inner.get(step);
    if (known) return known;
    const place = new Place();
    this.inner.set(step, place);
    return place;
  }

  /** Returns the place that a step leads to, unless it was found in an earlier value of a repeated key. */
  follow(step: Step): Place | undefined {
    const place = this.inner?.get(step);
    return place && place.start > this.start ? place : undefined;
  }
}

/**
 * Searches a text that has been read, in a single pass, for the values at these paths. Returns a function that returns the text
 * of each exactly as it was written, with digits, escapes, order and white space. The last of several equal keys counts, as for
 * the reader.
 */
export function sourcesOf(json: string, paths: readonly Path[]): (path: Path) => string | undefined {
  const root = new Place();
  for (const path of paths) path.reduce((place, step) => place.ask(step), root);
  find(new Cursor(json), root);
  return (path) => {
    let place: Place | undefined = root;
    for (const step of path) place = place?.follow(step);
    return place && json.slice(place.start, place.end);
  };
}

/** Skips the next value, and notes its position if it is searched for. */
function find(cursor: Cursor, place: Place | undefined): void {
  const code = cursor.next();
  const start = cursor.at;
  if (place?.inner && nesting(code) > 0) findInside(cursor, place.inner);
  else cursor.at = valueEnd(cursor.text, start);
  if (!place) return;
  place.start = start;
  place.end = cursor.at;
}

function findInside(cursor: Cursor, places: ReadonlyMap<Step, Place>): void {
  const hasKeys = cursor.code === OPEN_BRACE;
  cursor.at++;
  for (let index = 0; nesting(cursor.next()) >= 0; index++) {
    find(cursor, places.get(hasKeys ? takeKey(cursor) : index));
    if (cursor.next() === COMMA) cursor.at++;
  }
  cursor.at++;
}

/** Skips a key and the colon after it, and returns the key. */
function takeKey(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at = stringEnd(cursor.text, start);
  const written = cursor.text.slice(start, cursor.at);
  cursor.next();
  cursor.at++;
  return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
}

/** Returns the end of the value at `start`. */
function valueEnd(json: string, start: number): number {
  const code = json.charCodeAt(start);
  if (code === QUOTE) return stringEnd(json, start);
  return nesting(code) > 0 ? containerEnd(json, start) : scalarEnd(json, start);
}

/** Returns the end of a string, or 0 if it has none. Characters are looked at one by one only if a quotation mark may be escaped. */
function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  if (at === -1 || json.charCodeAt(at - 1) !== BACKSLASH) return at + 1;
  at = start + 1;
  for (let code = codeAt(json, at); code !== QUOTE; code = codeAt(json, at)) {
    if (at >= json.length) return 0;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function containerEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = json.charCodeAt(at);
    depth += nesting(code);
    at = code === QUOTE ? stringEnd(json, at) : isPlain(code) ? plainEnd(json, at + 1) : at + 1;
  } while (depth > 0);
  return at;
}

/** Returns the position of the next bracket or quotation mark. */
function plainEnd(json: string, start: number): number {
  let at = start;
  while (isPlain(json.charCodeAt(at))) at = at < start + INLINE_LIMIT ? at + 1 : matchEnd(PLAIN, json, at);
  return at;
}

function isPlain(code: number): boolean {
  return code !== QUOTE && nesting(code) === 0;
}

function scalarEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && !isDelimiter(json.charCodeAt(at)))
    at = at < start + INLINE_LIMIT ? at + 1 : matchEnd(DIGITS, json, at + 1);
  return at;
}

/** Returns the change of depth by a character outside strings. `[` and `{` differ only in bit 5. */
function nesting(code: number): -1 | 0 | 1 {
  const brace = code | 0x20;
  return brace === 0x7b ? 1 : brace === 0x7d ? -1 : 0;
}

function isPunctuation(code: number): boolean {
  return code === COMMA || code === COLON || nesting(code) !== 0;
}

function isDelimiter(code: number): boolean {
  return isPunctuation(code) || isSpace(code) || code === QUOTE;
}

const PLAIN = /[^"[\]{}]*/y;
const DIGITS = /[0-9]*/y;

/** A part of a JSON text; what can't be in one is `unknown`, such as a string without an end. */
export interface JsonToken {
  readonly kind: 'string' | 'scalar' | 'punctuation' | 'unknown';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Splits any text into the tokens of JSON, without the white space between them. */
export function tokensOf(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let start = 0;
  while (start < text.length) {
    const code = text.charCodeAt(start);
    if (isSpace(code)) {
      start++;
      continue;
    }
    const token = tokenAt(text, start, code);
    tokens.push(token);
    start = token.end;
  }
  return tokens;
}

function tokenAt(json: string, start: number, code: number): JsonToken {
  if (code === QUOTE) {
    const end = stringEnd(json, start);
    return end > 0 ? tokenOf('string', json, start, end) : tokenOf('unknown', json, start, json.length);
  }
  if (isPunctuation(code)) return tokenOf('punctuation', json, start, start + 1);
  const end = scalarEnd(json, start);
  return tokenOf(SCALAR.test(json.slice(start, end)) ? 'scalar' : 'unknown', json, start, end);
}

function tokenOf(kind: JsonToken['kind'], json: string, start: number, end: number): JsonToken {
  return { kind, text: json.slice(start, end), start, end };
}

const SCALAR = /^(?:-?\d[\d.eE+-]*|true|false|null)$/;

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

/** Finds the places of all values in a JSON text; undefined if it is invalid. */
export function scanJson(text: string): JsonNode | undefined {
  const tokens: Tokens = { all: tokensOf(text), next: 0 };
  const node = nodeAt(tokens, 0);
  return tokens.next === tokens.all.length ? node : undefined;
}

/** The tokens of a text, and the index of the next one to read. */
interface Tokens {
  readonly all: readonly JsonToken[];
  next: number;
}

function nodeAt(tokens: Tokens, level: number): JsonNode | undefined {
  const token = tokens.all[tokens.next++];
  if (!token || level > MAX_LEVELS) return undefined;
  if (token.text === '{') return objectAt(tokens, token, level);
  if (token.text === '[') return listAt(tokens, token, level);
  return isScalar(token) ? { start: token.start, end: token.end } : undefined;
}

function objectAt(tokens: Tokens, { start }: JsonToken, level: number): JsonNode | undefined {
  const members = new Map<string, JsonNode>();
  const close = partsUntil('}', tokens, () => {
    const key = tokens.all[tokens.next++];
    const node = key && isScalar(key) && take(':', tokens) ? nodeAt(tokens, level + 1) : undefined;
    if (key && node) members.set(nameOf(key.text), { ...node, keyStart: key.start });
    return node !== undefined;
  });
  return close && { start, end: close.end, members };
}

function listAt(tokens: Tokens, { start }: JsonToken, level: number): JsonNode | undefined {
  const items: JsonNode[] = [];
  const close = partsUntil(']', tokens, () => {
    const node = nodeAt(tokens, level + 1);
    if (node) items.push(node);
    return node !== undefined;
  });
  return close && { start, end: close.end, items };
}

/** Reads parts separated by commas, and returns the bracket after them. */
function partsUntil(bracket: string, tokens: Tokens, read: () => boolean): JsonToken | undefined {
  const atOnce = take(bracket, tokens);
  if (atOnce) return atOnce;
  do if (!read()) return undefined;
  while (take(',', tokens));
  return take(bracket, tokens);
}

/** Reads the next token if it is this one. */
function take(wanted: string, tokens: Tokens): JsonToken | undefined {
  const token = tokens.all[tokens.next];
  if (token?.text !== wanted) return undefined;
  tokens.next++;
  return token;
}

function isScalar({ kind }: JsonToken): boolean {
  return kind === 'string' || kind === 'scalar';
}

function nameOf(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
