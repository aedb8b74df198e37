import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  Cursor,
  codeAt,
  END,
  isDigit,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
} from './cursor.ts';
import type { FlawType } from './flaw.ts';
import { number } from './number.ts';
import { string } from './string.ts';
import { word } from './word.ts';

/** The most levels. The call stack has room for several times as many. */
export const MAX_DEPTH = 1000;

/**
 * Reads a JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) in a single pass. Returns its value, or a `Flaw`: the
 * first deviation from JSON, or the first level beyond `depth`, which is at most `MAX_DEPTH`.
 *
 * `JSON.parse` is faster for long texts, but its errors take as long as the rest of a request, and have no position. It accepts
 * any depth, and rounds away fractions that a double cannot hold. Since Node 24 it may also take an escaped key for another one
 * that it remembers from an earlier text: https://github.com/nodejs/node/issues/63785
 */
export function readJson(json: string, depth: number): unknown {
  const cursor = new Cursor(json);
  const result = value(cursor, depth);
  if (result !== undefined && cursor.next() !== END) stop(cursor, 'textEnd');
  return cursor.flaw ?? result;
}

/** Reads a value. Like all functions here, it returns undefined if something stopped the cursor. */
function value(cursor: Cursor, depth: number): unknown {
  const code = cursor.next();
  if (code === QUOTE) return string(cursor);
  if (code === MINUS || isDigit(code)) return number(cursor, code);
  if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return word(cursor);
  if (depth === 0) return cursor.stop('depth');
  cursor.at++;
  return code === OPEN_BRACE ? object(cursor, depth - 1) : array(cursor, depth - 1);
}

/** Reads the rest of an array. */
function array(cursor: Cursor, depth: number): unknown {
  const items: unknown[] = [];
  if (cursor.next() === CLOSE_BRACKET) return close(cursor, items);
  do {
    const item = value(cursor, depth);
    if (item === undefined) return undefined;
    items.push(item);
  } while (goesOn(cursor, CLOSE_BRACKET, 'elementEnd'));
  return close(cursor, items);
}

/** Reads the rest of an object. */
function object(cursor: Cursor, depth: number): unknown {
  const members = {};
  const first = cursor.next();
  if (first === CLOSE_BRACE) return close(cursor, members);
  if (first !== QUOTE) return stop(cursor, 'firstKey');
  do {
    const key = keyOf(cursor);
    if (key === undefined) return undefined;
    const member = value(cursor, depth);
    if (member === undefined) return undefined;
    hold(members, key, member);
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
  cursor.stop(cursor.code === SLASH ? 'comment' : otherwise);
}
