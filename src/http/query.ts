import type { Shape } from '../fields/object.ts';
import { decodeQuery, octetOf } from '../text/percent.ts';
import type { RawText } from './parse.ts';

/**
 * Compiles what reads the declared parameters of a query, whose names are words of ASCII; of several with one name the
 * last counts. What was sent as a name is compared with those, and never becomes one. As there may be thousands of pairs,
 * nothing is cut out or decoded but the values that count.
 */
export function queryReader(declared: Shape): (query?: string) => RawText {
  const names = Object.keys(declared);
  const shortest = Math.min(...names.map((name) => name.length));
  return (query = '') => {
    const values: Record<string, string> = {};
    if (query.length < shortest) return values;
    const starts = startsOfValues(query, names, shortest);
    for (let at = 0; at < names.length; at++) {
      const start = starts[at];
      if (start === undefined) continue;
      values[names[at] ?? ''] = decodeQuery(query.slice(start, endOfPair(query, start)));
    }
    return values;
  };
}

/** Where the last value of each name starts. A pair without an equals sign is a name alone. */
function startsOfValues(query: string, names: readonly string[], shortest: number): (number | undefined)[] {
  const starts = new Array<number | undefined>(names.length);
  let pair = startOfPair(query, 0, shortest);
  while (pair + shortest <= query.length) {
    const end = endOfPair(query, pair + shortest);
    for (let at = 0; at < names.length; at++) {
      const start = startOfValue(query, pair, end, names[at] ?? '');
      if (start === -1) continue;
      starts[at] = start;
      break;
    }
    pair = startOfPair(query, end + 1, shortest);
  }
  return starts;
}

/** Where the next pair of some length starts. It is looked at from its end, so that many shorter ones are passed at once. */
function startOfPair(query: string, from: number, length: number): number {
  let start = from;
  for (let at = start + length - 1; at >= start && at < query.length; at--) {
    if (query.charCodeAt(at) !== AMPERSAND) continue;
    start = at + 1;
    at = start + length;
  }
  return start;
}

/** Where the next `&` stands. Most are near, and to call `indexOf` takes as long as to look at ten characters. */
function endOfPair(query: string, start: number): number {
  const far = Math.min(start + NEAR, query.length);
  for (let at = start; at < far; at++) if (query.charCodeAt(at) === AMPERSAND) return at;
  const end = query.indexOf('&', far);
  return end === -1 ? query.length : end;
}

/** Where the value stands of a pair that has this name, escaped or not; -1 where it has another. */
function startOfValue(query: string, pair: number, end: number, name: string): number {
  let at = pair;
  for (let index = 0; index < name.length; index++) {
    const expected = name.charCodeAt(index);
    const code = query.charCodeAt(at);
    if (code === expected) at++;
    else if (code === PERCENT && octetOf(query.charCodeAt(at + 1), query.charCodeAt(at + 2)) === expected)
      at += 3;
    else return -1;
  }
  if (at === end) return end;
  return query.charCodeAt(at) === EQUALS ? at + 1 : -1;
}

const NEAR = 16;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
