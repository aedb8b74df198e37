import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  Cursor,
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

/** The call stack takes several times as many levels. */
export const MAX_DEPTH = 1000;

/**
 * Reads a JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) once, and gives its value, or a `Flaw`: the first
 * thing in which it departs from JSON, or opens more levels than `depth`, which is at most `mostDepth`.
 *
 * `JSON.parse` reads long texts in less time, but what it throws takes as long as the rest of a request. Nor does it tell
 * where; it takes any depth, and rounds away fractions that a double cannot hold. From Node 24 on it may also take an escaped
 * key for another one, which an earlier text has made it remember: https://github.com/nodejs/node/issues/63785
 */
export function readJson(json: string, depth: number): unknown {
  const cursor = new Cursor(json);
  const result = value(cursor, depth);
  if (result !== undefined && cursor.next() !== END) stop(cursor, 'textEnd');
  return cursor.flaw ?? result;
}

/** Takes a value. As everything here it gives undefined where something has stopped the cursor. */
function value(cursor: Cursor, depth: number): unknown {
  const code = cursor.next();
  if (code === QUOTE) return string(cursor);
  if (code === MINUS || isDigit(code)) return number(cursor, code);
  if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return word(cursor);
  if (depth === 0) return cursor.stop('depth');
  cursor.at++;
  return code === OPEN_BRACE ? object(cursor, depth - 1) : array(cursor, depth - 1);
}

/** Takes the rest of an array. */
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

/** Takes the rest of an object. */
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

/** Takes a key and the colon behind it. */
function keyOf(cursor: Cursor): string | undefined {
  if (cursor.next() !== QUOTE) return stop(cursor, 'key');
  const key = string(cursor);
  if (key === undefined) return undefined;
  if (cursor.next() !== COLON) return stop(cursor, 'colon');
  cursor.at++;
  return key;
}

/** Adds a member. An assignment would take `__proto__` for something else than a property. */
export function hold(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, configurable: true, enumerable: true, writable: true });
}

/** Moves past a comma behind which more has to come. */
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

/** Moves past the end of a container. */
function close(cursor: Cursor, container: object): unknown {
  if (cursor.flaw) return undefined;
  cursor.at++;
  return container;
}

function stop(cursor: Cursor, otherwise: FlawType): undefined {
  cursor.stop(cursor.code === SLASH ? 'comment' : otherwise);
}
