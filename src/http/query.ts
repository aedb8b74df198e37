import { decodeQuery, encodeUtf8, octetOf } from '../text/bytes.ts';
import { hold } from '../text/json/reader.ts';

type QueryValues = Record<string, string | readonly string[]>;

/** A declared name, as queries can spell it. */
interface Spelling {
  /** Its bytes in UTF-8. */
  readonly octets: Uint8Array;
  /** The codes of the unescaped characters for these bytes; `NONE` for a byte that is always escaped. */
  readonly codes: Uint8Array;
}

/** A declared parameter. */
interface Parameter extends Spelling {
  readonly name: string;
  readonly isList: boolean;
}

/** The positions where values start. */
type Starts = Map<Parameter, number | number[]>;

/**
 * Compiles the reader of the declared parameters of a query. The last of several values with one name counts; the names in
 * `lists` get all. A name that was sent is compared with the declared ones, and never becomes a key. There may be thousands of
 * pairs, so only the values that count are copied and decoded.
 */
export function queryReader(
  names: readonly string[],
  lists: ReadonlySet<string> = new Set(),
): (query?: string) => QueryValues {
  const parameters = names.map((name) => ({ name, isList: lists.has(name), ...spellingOf(name) }));
  const shortest = Math.min(...parameters.map(({ octets }) => octets.length));
  return (query = '') => {
    const values: QueryValues = {};
    if (query.length < shortest) return values;
    const starts = startsOfValues(query, parameters, shortest);
    for (const parameter of parameters) {
      const found = starts.get(parameter);
      if (found === undefined) continue;
      const value =
        typeof found === 'number' ? valueAt(query, found) : found.map((start) => valueAt(query, start));
      hold(values, parameter.name, value);
    }
    return values;
  };
}

function valueAt(query: string, start: number): string {
  return decodeQuery(query.slice(start, endOfPair(query, start)));
}

/**
 * Finds the start of each value of a list, or of the last value of any other parameter. A pair without an equals sign is just a
 * name.
 */
function startsOfValues(query: string, parameters: readonly Parameter[], shortest: number): Starts {
  const starts: Starts = new Map();
  let pair = startOfPair(query, 0, shortest);
  while (pair + shortest <= query.length) {
    const end = endOfPair(query, pair + shortest);
    for (const parameter of parameters) {
      const start = startOfValue(query, pair, end, parameter);
      if (start === -1) continue;
      const found = starts.get(parameter);
      if (typeof found === 'object') found.push(start);
      else starts.set(parameter, parameter.isList ? [start] : start);
      break;
    }
    pair = startOfPair(query, end + 1, shortest);
  }
  return starts;
}

/** Finds the next pair of at least this length. Searches from its end, to skip many shorter ones at once. */
function startOfPair(query: string, from: number, length: number): number {
  let start = from;
  for (let at = start + length - 1; at >= start && at < query.length; at--) {
    if (query.charCodeAt(at) !== AMPERSAND) continue;
    start = at + 1;
    at = start + length;
  }
  return start;
}

/** Finds the next `&`. Most are near, and calling `indexOf` takes as long as looking at ten characters. */
function endOfPair(query: string, start: number): number {
  const far = Math.min(start + NEAR, query.length);
  for (let at = start; at < far; at++) if (query.charCodeAt(at) === AMPERSAND) return at;
  const end = query.indexOf('&', far);
  return end === -1 ? query.length : end;
}

/** Returns the start of the value in a pair with this name, escaped or not; -1 if the name is a different one. */
function startOfValue(query: string, pair: number, end: number, { octets, codes }: Spelling): number {
  let at = pair;
  for (let index = 0; index < octets.length; index++) {
    const code = query.charCodeAt(at);
    const octet = code === PERCENT ? octetOf(query.charCodeAt(at + 1), query.charCodeAt(at + 2)) : undefined;
    if (octet === undefined ? code !== codes[index] : octet !== octets[index]) return -1;
    at += octet === undefined ? 1 : 3;
  }
  if (at === end) return end;
  return query.charCodeAt(at) === EQUALS ? at + 1 : -1;
}

function spellingOf(name: string): Spelling {
  const octets = encodeUtf8(name);
  return { octets, codes: octets.map(codeOf) };
}

/** Returns the code of the unescaped character for a byte. */
function codeOf(octet: number): number {
  if (octet === SPACE) return PLUS;
  return octet === AMPERSAND || octet === PLUS || octet === EQUALS ? NONE : octet;
}

/** A character that no query contains. */
const NONE = 0;
const NEAR = 16;
const SPACE = 0x20;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;
