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
  let left = places.size;
  cursor.at++;
  for (let index = 0; nesting(cursor.next()) >= 0; index++) {
    const place = places.get(hasKeys ? takeKey(cursor) : index);
    find(cursor, place);
    if (cursor.next() === COMMA) cursor.at++;
    // A key may be repeated; an index is not.
    if (place && !hasKeys && --left === 0) {
      cursor.at = containerEnd(cursor.text, cursor.at, 1);
      return;
    }
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

/** Returns the end of a string. Characters are looked at one by one only if a quotation mark may be escaped. */
function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  if (json.charCodeAt(at - 1) !== BACKSLASH) return at + 1;
  at = start + 1;
  for (let code = codeAt(json, at); at < json.length && code !== QUOTE; code = codeAt(json, at))
    at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Returns the end of the container that begins at `start`, or of the one around it if `depth` is 1. */
function containerEnd(json: string, start: number, depth = 0): number {
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

function isDelimiter(code: number): boolean {
  return code === COMMA || code === COLON || code === QUOTE || nesting(code) !== 0 || isSpace(code);
}

const PLAIN = /[^"[\]{}]*/y;
const DIGITS = /[0-9]*/y;

/** The place of a value in a JSON text, with those of the values in it. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** The start of its name, in an object. */
  readonly keyStart?: number;
  readonly members?: ReadonlyMap<string, JsonNode>;
  readonly items?: readonly JsonNode[];
}

/** The limit on nesting; what is deeper has no places of its own. */
const MAX_LEVELS = 100;

/** Finds the places of all values in a JSON text; undefined if it is invalid. */
export function scanJson(text: string): JsonNode | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return nodeAt(new Cursor(text), 0);
}

function nodeAt(cursor: Cursor, level: number): JsonNode {
  const code = cursor.next();
  const start = cursor.at;
  if (nesting(code) === 0 || level === MAX_LEVELS) {
    cursor.at = valueEnd(cursor.text, start);
    return { start, end: cursor.at };
  }
  const members = new Map<string, JsonNode>();
  const items: JsonNode[] = [];
  cursor.at++;
  while (nesting(cursor.next()) >= 0) {
    const keyStart = cursor.at;
    if (code === OPEN_BRACE) members.set(takeKey(cursor), { ...nodeAt(cursor, level + 1), keyStart });
    else items.push(nodeAt(cursor, level + 1));
    if (cursor.next() === COMMA) cursor.at++;
  }
  cursor.at++;
  return { start, end: cursor.at, ...(code === OPEN_BRACE ? { members } : { items }) };
}
