import { decodeQuery, octetOf } from '../text/percent.ts';

type QueryValues = Record<string, string | readonly string[]>;

/** A declared name as queries spell it. */
interface Spelling {
  /** Its octets in UTF-8. */
  readonly octets: Uint8Array;
  /** The codes of the characters that may stand for them; none for an octet that is always escaped. */
  readonly codes: Uint8Array;
}

/** A declared parameter. */
interface Parameter extends Spelling {
  readonly name: string;
  readonly isList: boolean;
}

/** The places where values start. */
type Starts = Map<Parameter, number | number[]>;

/**
 * Compiles the reader of the declared parameters of a query. Of several with one name the last counts; the names in `lists`
 * get all. A name that was sent is compared with the declared ones, and never becomes a key. As there may be thousands of
 * pairs, nothing is cut out or decoded but the values that count.
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
      values[parameter.name] =
        typeof found === 'number' ? valueAt(query, found) : found.map((start) => valueAt(query, start));
    }
    return values;
  };
}

function valueAt(query: string, start: number): string {
  return decodeQuery(query.slice(start, endOfPair(query, start)));
}

/**
 * The places where the values of each list start, or the last value of any other. A pair without an equals sign is a name
 * alone.
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

/** The start of the next pair of some length. It is looked at from its end, so that many shorter ones are passed at once. */
function startOfPair(query: string, from: number, length: number): number {
  let start = from;
  for (let at = start + length - 1; at >= start && at < query.length; at--) {
    if (query.charCodeAt(at) !== AMPERSAND) continue;
    start = at + 1;
    at = start + length;
  }
  return start;
}

/** The place of the next `&`. Most are near, and to call `indexOf` takes as long as to look at ten characters. */
function endOfPair(query: string, start: number): number {
  const far = Math.min(start + NEAR, query.length);
  for (let at = start; at < far; at++) if (query.charCodeAt(at) === AMPERSAND) return at;
  const end = query.indexOf('&', far);
  return end === -1 ? query.length : end;
}

/** The place of the value of a pair that has this name, escaped or not; -1 where it has another. */
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
  const octets = new TextEncoder().encode(name);
  return { octets, codes: octets.map(codeOf) };
}

/** The code of the character that stands for an octet where it is not escaped. */
function codeOf(octet: number): number {
  if (octet === SPACE) return PLUS;
  return octet === AMPERSAND || octet === PLUS || octet === EQUALS ? NONE : octet;
}

/** No query has this character. */
const NONE = 0;
const NEAR = 16;
const SPACE = 0x20;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;
